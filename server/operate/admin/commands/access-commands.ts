import type { App } from '#contract/accounts/apps.ts'
import type { Token } from '#contract/accounts/tokens.ts'
import type { Command, Context, NamedAccount } from '#server/operate/admin/define-command.ts'
import { toPlain, toTable } from '#server/operate/admin/format-text.ts'
import { callOperation } from '#server/calls/call-operation.ts'

type Listed = ({ kind: 'token' } & Token) | ({ kind: 'app' } & App)

/** The ways to access an account without a browser: its tokens and connected apps. */
export const accessCommands: readonly Command[] = [
  {
    name: 'access list',
    operands: ['USER'],
    options: {},
    summary: "List an account's tokens and connected apps.",
    details:
      'A token itself is stored as a hash only. "host" vouches for an app. Without one, the app chose its name itself.',
    needs: 'services',
    run: async (context, { operands }) => {
      const { actor } = await context.findUser(operands['USER'] ?? '')
      const access = await listAccess(context, actor)
      const rows = access.map((one) => [
        one.id,
        one.kind,
        toPlain(one.name ?? '-'),
        toPlain((one.kind === 'app' ? one.host : null) ?? '-'),
        one.scopes.join(' '),
        one.lastUsedOn ?? '-',
        one.expiresAt?.slice(0, 10) ?? '-',
      ])
      const titles = ['id', 'kind', 'name', 'host', 'scopes', 'used', 'expires']
      return { text: rows.length === 0 ? 'None.' : toTable(titles, rows), json: { access } }
    },
  },
  {
    name: 'access end',
    operands: ['USER', 'ID'],
    options: {},
    summary: 'End a token or app of an account immediately, on every server.',
    details: '',
    needs: 'services',
    run: async (context, { operands }) => {
      const { services, channel } = context
      const { actor, email } = await context.findUser(operands['USER'] ?? '')
      const id = operands['ID'] ?? ''
      const kind = (await listAccess(context, actor)).find((one) => one.id === id)?.kind ?? 'token'
      await (kind === 'app'
        ? callOperation(services, 'endApp', actor, { appId: id }, channel)
        : callOperation(services, 'revokeToken', actor, { tokenId: id }, channel))
      return { text: `The ${kind} of ${toPlain(email)} has ended.`, json: { email, kind, id } }
    },
  },
]

async function listAccess(
  { services, channel }: Pick<Context, 'services' | 'channel'>,
  actor: NamedAccount['actor'],
): Promise<Listed[]> {
  const { tokens } = await callOperation(services, 'listTokens', actor, {}, channel)
  const { apps } = await callOperation(services, 'listApps', actor, {}, channel)
  return [
    ...tokens.map((token) => ({ kind: 'token' as const, ...token })),
    ...apps.map((app) => ({ kind: 'app' as const, ...app })),
  ]
}

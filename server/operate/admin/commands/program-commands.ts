import type { Command } from '#server/operate/admin/define-command.ts'
import { toPlain, toTable } from '#server/operate/admin/format-text.ts'
import { callOperation } from '#server/calls/call-operation.ts'

/** What reaches an account without a browser: its tokens, and the apps that it has connected. */
export const programCommands: readonly Command[] = [
  {
    name: 'token list',
    operands: ['USER'],
    options: {},
    summary: 'List the tokens of an account.',
    details: 'A token itself is stored as a hash only.',
    needs: 'services',
    run: async ({ services, channel, findUser }, { operands }) => {
      const { actor } = await findUser(operands['USER'] ?? '')
      const { tokens } = await callOperation(services, 'listTokens', actor, {}, channel)
      const rows = tokens.map((token) => [
        token.id,
        toPlain(token.name),
        token.scopes.join(' '),
        token.lastUsedOn ?? '-',
        token.expiresAt?.slice(0, 10) ?? '-',
      ])
      const titles = ['id', 'name', 'scopes', 'used', 'expires']
      return { text: rows.length === 0 ? 'No tokens.' : toTable(titles, rows), json: { tokens } }
    },
  },
  {
    name: 'token revoke',
    operands: ['USER', 'ID'],
    options: {},
    summary: 'End a token of an account at once, on every server.',
    details: '',
    needs: 'services',
    run: async ({ services, channel, findUser }, { operands }) => {
      const { actor, email } = await findUser(operands['USER'] ?? '')
      const tokenId = operands['ID'] ?? ''
      await callOperation(services, 'revokeToken', actor, { tokenId }, channel)
      return { text: `The token of ${toPlain(email)} has ended.`, json: { email, tokenId } }
    },
  },
  {
    name: 'app list',
    operands: ['USER'],
    options: {},
    summary: 'List the apps that an account has connected.',
    details: '"host" vouches for an app. Without one, the app chose its name itself.',
    needs: 'services',
    run: async ({ services, channel, findUser }, { operands }) => {
      const { actor } = await findUser(operands['USER'] ?? '')
      const { apps } = await callOperation(services, 'listApps', actor, {}, channel)
      const rows = apps.map((app) => [
        app.id,
        toPlain(app.name ?? '-'),
        toPlain(app.host ?? '-'),
        app.scopes.join(' '),
        app.lastUsedOn ?? '-',
        app.expiresAt.slice(0, 10),
      ])
      const titles = ['id', 'name', 'host', 'scopes', 'used', 'expires']
      return { text: rows.length === 0 ? 'No apps.' : toTable(titles, rows), json: { apps } }
    },
  },
  {
    name: 'app end',
    operands: ['USER', 'ID'],
    options: {},
    summary: 'End an app of an account at once, on every server.',
    details: '',
    needs: 'services',
    run: async ({ services, channel, findUser }, { operands }) => {
      const { actor, email } = await findUser(operands['USER'] ?? '')
      const appId = operands['ID'] ?? ''
      await callOperation(services, 'endApp', actor, { appId }, channel)
      return { text: `The app of ${toPlain(email)} has ended.`, json: { email, appId } }
    },
  },
]

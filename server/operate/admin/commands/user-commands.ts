import { open } from 'node:fs/promises'
import { once } from 'node:events'
import * as z from 'zod/mini'
import { Email } from '#contract/accounts/account-fields.ts'
import { isLanguage, languageCodes } from '#languages/languages.ts'
import { toEmailKey } from '#server/users/users.rules.ts'
import { blockAccount, unblockAccount } from '#server/accounts/blocking/block-account.ts'
import { confirmEmail } from '#server/accounts/email/confirm-email.ts'
import { beginFactorReset } from '#server/accounts/factors/reset-factors.ts'
import { inviteUser } from '#server/accounts/password/invite-user.ts'
import { createResetLink } from '#server/accounts/password/send-password-link.ts'
import { sweepAccounts } from '#server/accounts/profile/delete-account.ts'
import { byOperator } from '#server/users/record-activity.ts'
import { findLastUses, findSizes, listAccounts } from '#server/operate/admin/accounts.queries.ts'
import {
  CommandError,
  UsageError,
  type Command,
  type Context,
  type Input,
  type Report,
} from '#server/operate/admin/define-command.ts'
import { describeAccount } from '#server/operate/admin/describe-account.ts'
import { toIso, toMinute, toPlain, toTable } from '#server/operate/admin/format-text.ts'
import { toWholeNumber } from '#server/operate/admin/parse-arguments.ts'
import { callOperation } from '#server/calls/call-operation.ts'
import { makePrivateFile } from '#server/db/sqlite/make-private.ts'

const linkOption = {
  link: { help: 'Print the link instead of mailing it. Whoever has it sets the password.' },
}

export const userCommands: readonly Command[] = [
  {
    name: 'user list',
    operands: [],
    options: {
      search: { value: 'TEXT', help: 'Only addresses with this part.' },
      blocked: { help: 'Only blocked accounts.' },
      limit: { value: 'N', help: 'How many, newest first; 100 by default.' },
    },
    summary: 'List accounts, newest first.',
    details: '"seen" is when a session of the account was last used, up to a day behind.',
    needs: 'services',
    run: listUsers,
  },
  {
    name: 'user show',
    operands: ['USER'],
    options: {},
    summary: 'Show an account: its plan, its size, its login methods.',
    details: 'Prompts are not shown. Nobody sees a password: only its hash is stored.',
    needs: 'services',
    run: async ({ services, findUser }, { operands }) =>
      describeAccount(services, (await findUser(operands['USER'] ?? '')).owner),
  },
  {
    name: 'user create',
    operands: ['EMAIL'],
    options: {
      language: {
        value: 'CODE',
        help: `The language of the mail: ${languageCodes.join(' or ')}; en by default.`,
      },
      ...linkOption,
    },
    summary: 'Create an account and mail a link to choose a password.',
    details:
      'Works where registration is closed. The link works once, within three days. Without SMTP_URL, it is printed.',
    needs: 'services',
    run: createUser,
  },
  {
    name: 'user disable',
    operands: ['USER'],
    options: {},
    summary: 'Block an account. Its data stays.',
    details:
      'Ends its sessions, tokens and apps at once, on every server, and stops its runs. Nobody can log in, its shared ' +
      'links answer 404, and no mail is sent to it; unsent ones are deleted. A plan that the user pays for goes on at the ' +
      'provider: end it there, or with plan set --replace.',
    needs: 'services',
    run: async ({ services, findUser }, { operands }) => {
      const { owner, email } = await findUser(operands['USER'] ?? '')
      const isChanged = await blockAccount(services, owner, byOperator)
      return changed(email, isChanged, 'is blocked', 'was blocked already')
    },
  },
  {
    name: 'user enable',
    operands: ['USER'],
    options: {},
    summary: 'Unblock an account.',
    details:
      'Everything is as it was. The user logs in anew, makes new tokens and connects apps again.',
    needs: 'services',
    run: async ({ services, findUser }, { operands }) => {
      const { owner, email } = await findUser(operands['USER'] ?? '')
      const isChanged = await unblockAccount(services, owner, byOperator)
      return changed(email, isChanged, 'is open again', 'was not blocked')
    },
  },
  {
    name: 'user delete',
    operands: ['USER'],
    options: { yes: { help: 'Do not ask. Needed where there is no terminal.' } },
    summary: 'Permanently delete an account with everything in it.',
    details:
      'As when users delete their own: a plan that they pay for ends at the provider, too. Backups still have the data.',
    needs: 'services',
    run: deleteUser,
  },
  {
    name: 'user reset-link',
    operands: ['USER'],
    options: linkOption,
    summary: 'Mail a link to set a new password.',
    details:
      'The link works once, within 30 minutes, and takes the place of earlier ones. Setting the password ends all ' +
      'sessions, tokens and apps. Without SMTP_URL, it is printed.',
    needs: 'services',
    run: async ({ config, services, findUser }, { operands, has }) => {
      const { owner, email } = await findUser(operands['USER'] ?? '')
      const isMailed = !has('link') && config.smtpUrl !== undefined
      const link = await createResetLink(services, owner, isMailed)
      return toLinkReport(email, link, isMailed)
    },
  },
  {
    name: 'user reset-second-factor',
    operands: ['USER'],
    options: {},
    summary: 'Remove all passkeys, the authenticator app and the recovery codes, in 24 hours.',
    details:
      'For users who have lost them all. Their mailbox gets a link that stops it until then, so without SMTP_URL make sure ' +
      'in another way that they asked for it. It ends all sessions; an account without a password then needs user reset-link. ' +
      'Repeated, it keeps the first time.',
    needs: 'services',
    run: async ({ services, findUser }, { operands }) => {
      const { owner, email } = await findUser(operands['USER'] ?? '')
      const at = await beginFactorReset(services, owner)
      if (at === undefined) throw new CommandError(`${toPlain(email)} has no second factor.`)
      return {
        text: `The second factors of ${toPlain(email)} are removed on ${toMinute(at)}, unless the mailed link stops it.`,
        json: { email, resetAt: toIso(at) },
      }
    },
  },
  {
    name: 'user verify-email',
    operands: ['USER'],
    options: {},
    summary: 'Mark the address of an account as verified.',
    details: 'For users whose mail does not arrive.',
    needs: 'services',
    run: async ({ services, findUser }, { operands }) => {
      const { owner, email } = await findUser(operands['USER'] ?? '')
      const isChanged = await confirmEmail(services, owner)
      return changed(email, isChanged, 'is verified', 'was verified already')
    },
  },
  {
    name: 'user end-sessions',
    operands: ['USER'],
    options: { 'keep-tokens': { help: 'End the sessions only; tokens and apps stay.' } },
    summary: 'Log an account out everywhere, and end its tokens and apps.',
    details: '',
    needs: 'services',
    run: async ({ services, channel, findUser }, { operands, has }) => {
      const { actor, email } = await findUser(operands['USER'] ?? '')
      const input = { keepsTokens: has('keep-tokens') }
      await callOperation(services, 'endOtherSessions', actor, input, channel)
      return changed(email, true, 'is logged out everywhere')
    },
  },
  {
    name: 'user export',
    operands: ['USER', '[FILE]'],
    options: {},
    summary: 'Write all data of an account to a file, or to stdout.',
    details:
      'The same as "Download my data" in the profile: JSON, which can be imported. Only you can read the file. Users see ' +
      'in their profile that you downloaded it.',
    needs: 'services',
    run: exportUser,
  },
]

async function listUsers({ services: { db } }: Context, { text, has }: Input): Promise<Report> {
  const limit = toWholeNumber('--limit', text('limit') ?? '100', 1, 100_000)
  const search = text('search')
  const part = search === undefined ? undefined : toEmailKey(search)
  // One more than shown, to detect whether there are others.
  const filter = { part, isBlocked: has('blocked'), limit: limit + 1 }
  const found = await listAccounts(db.main, filter)
  const rows = found.slice(0, limit)
  const accounts = rows.map(({ owner_no }) => owner_no)
  const [uses, sizes] = [await findLastUses(db.main, accounts), await findSizes(db.main, accounts)]
  const users = rows.map(({ owner_no, id, email, created_at, email_verified_at, blocked_at }) => ({
    id,
    email,
    createdAt: toIso(created_at),
    lastSeenAt: toIso(uses.get(owner_no) ?? null),
    isVerified: email_verified_at !== null,
    blockedAt: toIso(blocked_at),
    prompts: sizes.get(owner_no)?.prompts ?? 0,
  }))
  const table = users.map((user) => [
    toPlain(user.email),
    toDay(user.createdAt),
    toDay(user.lastSeenAt),
    user.prompts,
    [user.isVerified ? '' : 'unverified', user.blockedAt === null ? '' : 'blocked']
      .filter(Boolean)
      .join(', '),
  ])
  const more = found.length > limit ? '\nThere are more: see --limit and --search.' : ''
  const titles = ['address', 'created', 'seen', 'prompts', 'state']
  const shown = users.length === 0 ? 'No accounts.' : toTable(titles, table) + more
  return { text: shown, json: { users, hasMore: more !== '' } }
}

function toDay(time: string | null): string {
  return time?.slice(0, 10) ?? '-'
}

async function createUser(
  { config, services }: Context,
  { operands, text, has }: Input,
): Promise<Report> {
  const { data: email } = z.safeParse(Email, operands['EMAIL'])
  if (email === undefined) {
    throw new UsageError(`"${operands['EMAIL']}" is not an e-mail address.`)
  }
  const language = text('language') ?? 'en'
  if (!isLanguage(language)) {
    throw new UsageError(`--language may be ${languageCodes.join(' or ')}.`)
  }
  const isMailed = !has('link') && config.smtpUrl !== undefined
  const { id, link } = await inviteUser(services, { email, language, isMailed })
  const { text: where, json } = toLinkReport(email, link, isMailed)
  return { text: `Created ${email} (${id}).\n${where}`, json: { id, ...json } }
}

async function deleteUser(
  { services, channel, findUser, terminal }: Context,
  { operands, has }: Input,
): Promise<Report> {
  const { owner, actor, email } = await findUser(operands['USER'] ?? '')
  if (!has('yes')) {
    if (terminal.ask === undefined) {
      throw new UsageError('There is no terminal to ask on: say --yes to delete for good.')
    }
    const { prompts = 0, folders = 0 } =
      (await findSizes(services.db.main, [owner])).get(owner) ?? {}
    const answer = await terminal.ask(
      `Delete ${toPlain(email)} with ${prompts} prompts and ${folders} folders for good? Type its address to go on: `,
    )
    if (toEmailKey(answer.trim()) !== toEmailKey(email)) {
      throw new CommandError('That is not its address: nothing was deleted.')
    }
  }
  await callOperation(services, 'deleteAccount', actor, {}, channel)
  // Work that takes longer than a request may is left to the background.
  await sweepAccounts(services, new AbortController().signal)
  return changed(email, true, 'is deleted, with everything in it')
}

async function exportUser(
  { services, channel, findUser, terminal }: Context,
  { operands, has }: Input,
): Promise<Report> {
  const { actor, email } = await findUser(operands['USER'] ?? '')
  const file = operands['FILE']
  if (file === undefined && has('json')) {
    throw new UsageError('user export: with --json, say which FILE to write to.')
  }
  const { pieces } = await callOperation(services, 'downloadAccount', actor, {}, channel)
  if (file === undefined) {
    for await (const piece of pieces) await write(terminal, piece)
    return { text: '', json: {} }
  }
  const output = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be written (${error.code}); a file that is there stays.`)
  })
  makePrivateFile(file)
  let bytes = 0
  try {
    for await (const piece of pieces) bytes += (await output.write(piece)).bytesWritten
  } finally {
    await output.close()
  }
  return { text: `${file} has all data of ${toPlain(email)}.`, json: { email, file, bytes } }
}

/** Waits while the reader of a pipe is slower. */
async function write(terminal: Context['terminal'], piece: string): Promise<void> {
  terminal.out(piece)
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
}

function toLinkReport(email: string, link: string, isMailed: boolean): Report {
  const shown = toPlain(email)
  return isMailed
    ? { text: `A link to set the password goes to ${shown}.`, json: { email, link: null } }
    : { text: `The link to set the password of ${shown}:\n${link}`, json: { email, link } }
}

function changed(email: string, isChanged: boolean, now: string, already = ''): Report {
  return {
    text: `${toPlain(email)} ${isChanged ? now : already}.`,
    json: { email, changed: isChanged },
  }
}

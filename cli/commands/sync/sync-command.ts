import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { tokenCalls } from '#contract/accounts/tokens.ts'
import type { Client } from '#contract/core/client.ts'
import {
  CommandError,
  exitCodes,
  UsageError,
  type Command,
  type Context,
  type Input,
  type Report,
} from '#cli/core/define-command.ts'
import { findFolder } from '#cli/prompts/find-folder.ts'
import { describeError, reasonOf } from '#cli/server/describe-error.ts'
import { UnreachableError } from '#cli/server/make-client.ts'
import { patient } from '#cli/sync/library.ts'
import type { SyncAction, SyncOptions, SyncReport } from '#cli/sync/change.ts'
import { syncDirectory } from '#cli/sync/sync-directory.ts'
import { GoneError, keepInSync } from '#cli/sync/keep-in-sync.ts'
import { isLocked, lockDirectory, readState, type SyncState } from '#cli/sync/sync-state.ts'
import { confirm } from '#cli/terminal/confirm.ts'
import { startProgress } from '#cli/terminal/progress.ts'
import { formatRows } from '#cli/terminal/show-text.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

/** Above this number of deletions on one side, the user is asked. */
const manyDeletions = 20
/** Above this number of files in a first sync, the user is asked: it may be the wrong directory. */
const manyFirstFiles = 1000
/** The maximum number of lines in the report for people. */
const linesShown = 100

export const syncDirectoryCommand: Command = {
  name: 'sync',
  operands: { least: 1, most: 1 },
  takes: ['file'],
  options: {
    folder: { hasValue: true, takes: 'folder' },
    watch: {},
    'dry-run': {},
    yes: {},
  },
  async run(context, input) {
    const { texts } = context
    const { client: once, server } = context.connect()
    const client = patient(once)
    const isTrial = input.has('dry-run')
    const directory = openDirectory(input.operands[0] ?? '', isTrial, texts)
    const unlock = isTrial ? () => {} : lockDirectory(directory, texts)
    const progress = startProgress(context.environment)
    const interrupted = () => {
      progress.clear()
      context.say(texts.sync.stopped)
      unlock()
      process.exit(130)
    }
    let reached: { done: number; total: number } | undefined
    if (!isTrial) process.on('SIGINT', interrupted)
    try {
      const token = await client(tokenCalls.describeToken, {})
      const asked = await findRoot(client, input.text('folder'), token.folder?.id, texts)
      const { url } = server
      const open = () => openState(directory, { url, account: token.accountId, root: asked }, texts)
      const sync = (state: SyncState) =>
        syncDirectory({
          client,
          directory,
          state,
          texts,
          isTrial,
          canWrite: token.scopes.includes('library:write'),
          canName: token.folder === null,
          confirm: async (counts) => {
            if (!isTrial) checkLocked(directory, texts)
            await confirmMany(counts, context, input)
          },
          onProgress: (done, total) => {
            reached = { done, total }
            progress.show(fillText(texts.sync.progress, reached))
          },
        })
      if (input.has('watch')) {
        if (isTrial) throw new UsageError(texts.sync.watchTrial)
        const show = showChanges(directory, context)
        return await keepInSync({
          server,
          directory,
          sync: async () => {
            checkLocked(directory, texts)
            const report = await sync(open())
            progress.clear()
            await show.report(report)
          },
          onFailure: (error) => {
            progress.clear()
            show.failure(error)
          },
        })
      }
      const report = await sync(open())
      progress.clear()
      return toReport(report, { directory, isTrial }, context)
    } catch (error) {
      progress.clear()
      // The server may be stopped during the sync.
      if (error instanceof UnreachableError && reached !== undefined) {
        context.say(fillText(texts.sync.broken, reached))
      }
      throw error
    } finally {
      progress.clear()
      process.off('SIGINT', interrupted)
      unlock()
    }
  },
}

function openDirectory(path: string, isTrial: boolean, texts: Texts): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isFile()) throw new UsageError(fillText(texts.sync.isFile, { path }))
    const meant = found === undefined ? resolve(path) : realpathSync(path)
    // They contain endless files.
    if (/^\/(?:(?:proc|sys)(?:\/|$)|dev(?!\/shm(?:\/|$))(?:\/|$)|$)/.test(meant)) {
      throw new UsageError(fillText(texts.sync.ofSystem, { path: meant }))
    }
    if (isTrial) return meant
    // Before creating it, since a read-only parent would be reported as missing.
    accessSync(nearestOf(path), constants.W_OK)
    mkdirSync(path, { recursive: true })
    return realpathSync(path)
  } catch (error) {
    if (error instanceof UsageError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EROFS' || code === 'EACCES') {
      const reason = reasonOf(error, texts)
      throw new CommandError(fillText(texts.sync.unwritable, { path, reason }), { cause: error })
    }
    const text = fillText(texts.failed.noFile, { file: path, reason: reasonOf(error, texts) })
    throw new CommandError(text, { cause: error })
  }
}

/** The path itself if it exists, else its closest existing parent. */
function nearestOf(path: string): string {
  let at = resolve(path)
  while (!existsSync(at) && at !== dirname(at)) at = dirname(at)
  return at
}

/** The requested folder; undefined for none. */
async function findRoot(
  client: Client,
  path: string | undefined,
  ofToken: string | undefined,
  texts: Texts,
): Promise<string | undefined> {
  if (path === undefined) return ofToken
  const id = await findFolder(client, path, texts)
  if (id === undefined) throw new UsageError(fillText(texts.find.noFolder, { name: path }))
  return id
}

/** The state of a directory, or an initial one. @throws CommandError if it is synced with something else */
function openState(
  directory: string,
  { url, account, root }: { url: string; account: string | undefined; root: string | undefined },
  texts: Texts,
): SyncState {
  const state = readState(directory, texts)
  if (state === undefined) {
    const none = { savedAt: 0, folders: {}, prompts: {}, creating: {} }
    return { format: 1, server: url, account, root: root ?? null, ...none }
  }
  if (state.server !== url) {
    throw new CommandError(fillText(texts.sync.otherServer, { server: state.server }))
  }
  if (state.account !== undefined && account !== undefined && state.account !== account) {
    throw new CommandError(texts.sync.otherAccount)
  }
  state.account ??= account
  if (root !== undefined && root !== state.root) throw new CommandError(texts.sync.otherFolder)
  return state
}

async function confirmMany(
  { here, there, created }: Parameters<SyncOptions['confirm']>[0],
  { texts, environment }: Context,
  input: Input,
): Promise<void> {
  const areMany = Math.max(here, there) > manyDeletions
  if (input.has('yes') || (!areMany && created <= manyFirstFiles)) return
  const question = areMany
    ? fillText(texts.sync.manyDeletions, { here, there })
    : fillText(texts.sync.manyFiles, { count: created })
  if (await confirm(question, texts, environment)) return
  throw new CommandError(fillText(texts.sync.notDeleted, { question }))
}

/** @throws GoneError if the directory has been deleted, or moved away, with the lock */
function checkLocked(directory: string, texts: Texts): void {
  if (!isLocked(directory)) throw new GoneError(fillText(texts.sync.gone, { path: directory }))
}

/** Writes what each sync of a watched directory has done, and what is wrong once. */
function showChanges(directory: string, { texts, isForPrograms, say, write }: Context) {
  const { sync: words } = texts
  let known = new Set<string>()
  let failure: string | undefined
  return {
    async report({ actions, problems }: SyncReport): Promise<void> {
      failure = undefined
      const wrong = new Map(problems.map(({ path, message }) => [message, { path, message }]))
      for (const { what, path, theirs } of actions) {
        if (what !== 'conflict') {
          const line = isForPrograms
            ? JSON.stringify({ directory, what, path })
            : formatRows([[words.actions[what], path]], Number.POSITIVE_INFINITY).trimEnd()
          await write(`${line}\n`)
        } else if (theirs !== undefined) {
          const message = fillText(words.conflict, { path, theirs })
          wrong.set(message, { path, message })
        }
      }
      for (const [message, problem] of wrong) {
        if (known.has(message)) continue
        if (isForPrograms) await write(`${JSON.stringify({ directory, ...problem })}\n`)
        else say(message)
      }
      known = new Set(wrong.keys())
    },
    failure(error: Error): void {
      const { message } = describeError(error, texts)
      if (message !== failure) say(message)
      failure = message
    },
  }
}

function toReport(
  { actions, problems, unchanged }: SyncReport,
  { directory, isTrial }: { directory: string; isTrial: boolean },
  { texts, isForPrograms, say }: Context,
): Report {
  const { sync: words } = texts
  const conflicts = actions.filter(({ what }) => what === 'conflict')
  if (!isForPrograms) {
    for (const { path, theirs } of conflicts) {
      if (theirs !== undefined) say(fillText(words.conflict, { path, theirs }))
    }
    for (const { message } of problems) say(message)
  }
  const kinds = Object.keys(words.actions) as SyncAction['what'][]
  const counts = kinds.flatMap((what) => {
    const count = actions.filter((action) => action.what === what).length
    return count === 0 ? [] : `${count} ${words.actions[what]}`
  })
  const all = [...counts, fillText(words.unchanged, { count: unchanged })].join(', ')
  const rows = actions.slice(0, linesShown).map(({ what, path }) => [words.actions[what], path])
  const rest = actions.length - rows.length
  const lines = [
    ...(rows.length > 0 ? [formatRows(rows, Number.POSITIVE_INFINITY).trimEnd()] : []),
    ...(rest > 0 ? [fillText(words.more, { count: rest })] : []),
    fillText(isTrial ? words.trial : words.done, { counts: all }),
  ]
  const exitCode =
    conflicts.length > 0 ? exitCodes.conflict : problems.length > 0 ? exitCodes.failed : 0
  return {
    text: `${lines.join('\n')}\n`,
    json: { directory, isTrial, actions, problems, unchanged },
    exitCode,
  }
}

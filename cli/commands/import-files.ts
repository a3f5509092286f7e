import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '#contract/core/client.ts'
import { limits } from '#contract/core/limits.ts'
import { screens } from '#contract/screens.ts'
import { importCalls, type ImportEntry } from '#contract/transfer/import.ts'
import { inBatches, toEntries } from '#contract/transfer/to-entries.ts'
import {
  CommandError,
  UsageError,
  type Command,
  type Context,
  type Report,
} from '#cli/core/define-command.ts'
import { quoteWords } from '#cli/commands/completion/split-line.ts'
import { findPlace } from '#cli/prompts/find-folder.ts'
import { CallError, UnreachableError } from '#cli/server/make-client.ts'
import { startProgress } from '#cli/terminal/progress.ts'
import { isPipedIn, readInput } from '#cli/terminal/read-input.ts'
import { StoppedError } from '#cli/terminal/screen.ts'
import { formatRows, toOneLine } from '#cli/terminal/show-text.ts'
import { fillText } from '#cli/core/texts.ts'
import { findNew } from '#cli/transfer/find-known.ts'
import { withinFolders } from '#cli/transfer/within-folders.ts'
import {
  describeProblems,
  nameByContent,
  readLibrary,
  readPaths,
} from '#cli/transfer/read-files.ts'

export const importFiles: Command = {
  name: 'import',
  operands: { least: 0, most: Number.POSITIVE_INFINITY },
  takes: ['file'],
  options: { folder: { hasValue: true, takes: 'folder' }, 'dry-run': {}, undo: {} },
  async run(context, { operands, text, has }) {
    const { texts, say, connect } = context
    const { client, server } = connect()
    if (has('undo')) return undo(client, operands[0], context)
    const given = operands.length > 0 ? readPaths(operands, texts) : await readPipe(context)
    const { files } = given
    const inFiles = readLibrary(files, texts)
    const problems = [...given.problems, ...inFiles.problems]
    for (const line of describeProblems(problems, texts)) say(line)
    if (problems.some((each) => 'code' in each && each.code === 'unknown_format')) {
      say(fillText(texts.import.inBrowser, { address: `${server.url}${screens.importPrompts}` }))
    }
    const place = await findPlace(client, text('folder') ?? '')
    const into = place.folderId ?? null
    const read = withinFolders(inFiles.library, place.missing)
    const { library, existing, known } = await findNew(client, read, into)
    const entries = toEntries(library, { into, existing })
    const counts = {
      prompts: library.prompts.length,
      folders: library.folders.length - existing.size,
      known,
      trashed: library.trashedPrompts.length,
    }
    const { prompts, folders, trash } = inFiles.library
    if (prompts.length + folders.length + trash.length === 0) {
      throw new CommandError(texts.import.nothing)
    }
    const name = operands.length === 1 ? (files[0]?.path ?? '') : operands.join(', ')
    const isTried = has('dry-run')
    const attempt = randomBytes(16).toString('hex')
    if (!isTried && entries.length > 0) {
      await send(
        client,
        { attempt, name: name.slice(-limits.nameLength) || 'stdin', entries },
        context,
      )
      say(fillText(texts.import.undoHint, { attempt }))
    }
    const { counted } = texts.import
    const rows = [
      [isTried ? counted.wouldImport : counted.imported, String(counts.prompts)],
      [counted.folders, String(counts.folders)],
      [counted.known, String(counts.known)],
      ...(counts.trashed > 0 ? [[counted.trashed, String(counts.trashed)]] : []),
    ]
    return {
      text: formatRows(rows, process.stdout.isTTY ? Number.POSITIVE_INFINITY : undefined),
      json: { ...(isTried || entries.length === 0 ? {} : { attempt }), ...counts, problems },
    }
  },
}

async function readPipe(context: Context) {
  if (!isPipedIn()) throw new UsageError(context.texts.import.noFile)
  const text = await readInput(context)
  return { files: [{ path: nameByContent('stdin', text), text }], problems: [] }
}

/** Retry delays for a batch, in milliseconds: a batch that has already arrived is not imported twice. */
const retryDelays = [500, 2000, 5000]

type Sent = { attempt: string; name: string; entries: readonly ImportEntry[] }

/**
 * Ctrl+C stops the import after the current batch, since that may have arrived; a second Ctrl+C stops it immediately.
 */
async function send(client: Client, { attempt, name, entries }: Sent, context: Context) {
  const { texts, say, environment } = context
  const progress = startProgress(environment)
  let done = 0
  let isSent = false
  let isStopped = false
  const total = entries.length
  const undoHint = () => {
    progress.clear()
    say(fillText(texts.import.stopped, { done, total, attempt }))
  }
  const interrupted = () => {
    if (isStopped) {
      undoHint()
      process.exit(130)
    }
    isStopped = true
    progress.clear()
    say(texts.import.stopping)
  }
  process.on('SIGINT', interrupted)
  try {
    for (const batch of inBatches(entries)) {
      progress.show(fillText(texts.import.progress, { done, total }))
      for (let failures = 0; ; failures++) {
        if (isStopped) throw new StoppedError()
        try {
          const input = { attempt, name, total, ...batch }
          isSent = true
          done = (await client(importCalls.importEntries, input)).done
          break
        } catch (error) {
          const pause = retryDelays[failures]
          if (!(error instanceof UnreachableError) || pause === undefined) throw error
          await delay(pause)
        }
      }
    }
  } catch (error) {
    // A batch without a response may have arrived.
    if (done > 0 || (isSent && !(error instanceof CallError))) undoHint()
    throw error
  } finally {
    progress.clear()
    process.off('SIGINT', interrupted)
  }
}

/**
 * Undoes an import. Without an id, only lists those that can be undone, since the last one may not be the intended one.
 */
async function undo(
  client: Client,
  named: string | undefined,
  { texts, locale }: Context,
): Promise<Report> {
  const { imports } = await client(importCalls.listImports, {})
  const found = imports.find(({ attempt }) => attempt === named)
  if (named === undefined && imports.length > 0) {
    const time = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })
    const lines = imports
      .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
      .flatMap(({ attempt, name, startedAt }) => [
        // On a separate line, since users paste whole lines.
        `  ${fillText(texts.folders.quoted, { name: toOneLine(name) })}, ${time.format(new Date(startedAt))}`,
        `    promptshelf ${quoteWords(['import', '--undo', attempt])}`,
      ])
    throw new UsageError([texts.import.whichUndo, ...lines].join('\n'))
  }
  if (found === undefined) throw new CommandError(texts.import.nothingToUndo)
  const { attempt, name } = found
  const { prompts, folders } = await client(importCalls.undoImport, { attempt })
  // Older servers do not return a count.
  const counts =
    prompts === undefined || folders === undefined
      ? ''
      : ` ${fillText(texts.import.deleted, { prompts, folders })}`
  return {
    text: `${fillText(texts.import.undone, { name })}${counts}\n`,
    json: { attempt, name, prompts: prompts ?? null, folders: folders ?? null },
  }
}

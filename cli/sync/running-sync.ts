import { PathError } from '#cli/prompts/own-directory.ts'
import { CommandError } from '#cli/core/define-command.ts'
import { describeError, reasonOf } from '#cli/server/describe-error.ts'
import { CallError } from '#cli/server/make-client.ts'
import type { Change, SyncAction, SyncOptions, SyncReport } from '#cli/sync/change.ts'
import type { Library } from '#cli/sync/library.ts'
import type { LocalDirectory } from '#cli/sync/read-directory.ts'
import { writeState } from '#cli/sync/sync-state.ts'
import type { DirectoryWriter } from '#cli/sync/write-directory.ts'
import { fillText } from '#cli/core/texts.ts'

/** The inputs of a sync once its changes are decided. */
export type Work = {
  writer: DirectoryWriter
  library: Library
  local: LocalDirectory
  report: SyncReport
}

/** A sync that carries out changes. */
export type Sync = SyncOptions &
  Work & {
    /** The ids of the folders, by the keys of their paths. */
    folderIds: Map<string, string>
    /** Deletions here that the library was asked about. */
    checked: number
    /** Changes that the token may not make. */
    kept: number
    /** Changes so far, and all of them. */
    tried: number
    total: number
  }

export function save({ directory, state }: Sync): void {
  writeState(directory, state)
}

export function count(sync: Sync, more: number): void {
  sync.tried += more
  sync.onProgress?.(sync.tried, sync.total)
}

export async function attempt(sync: Sync, change: Change, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const folder = sync.state.folders[change.listed?.place ?? '']?.path
    const known = change.file?.path ?? change.entry?.path
    const report = (text: string, reason = '', path = known ?? folder ?? '') =>
      sync.report.problems.push({ path, message: fillText(text, { path, reason }) })
    const { texts } = sync
    if (error instanceof PathError) report(texts.sync[error.reason])
    else if (
      error instanceof CommandError ||
      (error instanceof CallError && error.status !== 401)
    ) {
      report(texts.sync.refused, describeError(error, texts).message)
    } else if (isOfFiles(error)) {
      // A prompt without a file here is named by its title.
      const name = change.prompt?.name
      report(
        texts.sync.unwritable,
        reasonOf(error, texts),
        known ?? [folder, name].filter(Boolean).join('/'),
      )
    } else {
      save(sync)
      throw error
    }
  }
}

export function reportDone(
  sync: Sync,
  what: SyncAction['what'],
  path: string,
  theirs?: string,
): void {
  sync.report.actions.push({ what, path, ...(theirs !== undefined && { theirs }) })
}

function isOfFiles(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

import type { exportCalls } from '#contract/transfer/export.ts'
import type { importCalls } from '#contract/transfer/import.ts'
import { recordReading, sourceOf } from '#server/users/record-activity.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { FileAnswer, Operations } from '#server/core/operation.ts'
import type { Services } from '#server/core/services.ts'
import { success } from '#server/core/success.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import {
  collectLibrary,
  collectSelection,
  toFileHead,
} from '#server/library/transfer/collect-library.ts'
import { checkMaySet } from '#server/library/prompts/prompts.rules.ts'
import { importEntries } from '#server/library/transfer/import-entries.ts'
import { listLibrary } from '#server/library/transfer/list-library.ts'
import { toStartedImport } from '#server/library/transfer/imports.present.ts'
import { listImportRows } from '#server/library/transfer/imports.queries.ts'
import { toImportedId } from '#server/library/transfer/imports.rules.ts'
import { undoImport } from '#server/library/transfer/undo-import.ts'
import { listSelected, type Selection } from '#server/library/selection/selection.queries.ts'

export const transferOperations: Operations<typeof importCalls & typeof exportCalls> = {
  async importEntries(services, actor, input) {
    const { owner } = actor
    const { attempt, from, entries } = input
    for (const entry of entries) if (entry.kind === 'prompt') checkMaySet(actor, entry.shortName)
    const done = await importEntries(services, owner, input)
    const ids = entries
      .slice(0, Math.max(0, done - from))
      .map((_, at) => toImportedId(owner, attempt, from + at))
    return { ...success, done, ids }
  },

  async listImports({ db }, { owner }) {
    return { imports: (await listImportRows(db.main, owner)).map(toStartedImport) }
  },

  async undoImport(services, { owner }, { attempt }) {
    return { ...success, ...(await undoImport(services, owner, attempt)) }
  },

  async exportLibrary(services, actor, { folderId }, channel) {
    const { db, now } = services
    const { owner } = actor
    const file =
      folderId === undefined
        ? toFile(collectLibrary(db.background, owner, toFileHead(now())))
        : await exportSelection(services, owner, { promptIds: [], folderIds: [folderId] })
    await recordReading(services, owner, sourceOf(channel, actor), 'library_exported')
    return file
  },

  async listLibrary(services, actor, input, channel) {
    const { owner } = actor
    const answer = await listLibrary(services.db, owner, input)
    // Further pages of the same reading are not recorded.
    const isReading = input.whole === '1' && input.after === undefined
    if (isReading) {
      await recordReading(services, owner, sourceOf(channel, actor), 'library_exported')
    }
    return answer
  },

  async exportSelection(services, actor, { isCompared, ...selection }, channel) {
    const { owner } = actor
    const file = await exportSelection(services, owner, selection)
    // A program must not be able to hide its reads.
    if (!isCompared || actor.via !== 'session') {
      await recordReading(services, owner, sourceOf(channel, actor), 'library_exported')
    }
    return file
  },
}

/** @throws ApiError `not_found` */
async function exportSelection(
  { db, now }: Services,
  owner: OwnerNo,
  selection: Selection,
): Promise<FileAnswer> {
  const ids = new Set([...selection.promptIds, ...selection.folderIds])
  const found = await listSelected(db.main, owner, selection)
  if (found.length < ids.size) throw new ApiError('not_found')
  return toFile(collectSelection(db.background, owner, toFileHead(now()), selection))
}

function toFile(pieces: AsyncIterable<string>): FileAnswer {
  return { name: 'promptshelf.json', type: 'application/json; charset=utf-8', pieces }
}

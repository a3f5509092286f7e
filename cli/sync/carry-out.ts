import { deleteHere, keep, leaveBoth, moveHere, pull } from '#cli/sync/change-here.ts'
import { createThere, deleteThere, moveThere, push } from '#cli/sync/change-there.ts'
import type { Change, SyncOptions } from '#cli/sync/change.ts'
import type { Decision } from '#cli/sync/decide-change.ts'
import { pathKey } from '#cli/sync/place-folders.ts'
import { attempt, count, save, type Sync, type Work } from '#cli/sync/running-sync.ts'
import { fillText } from '#cli/core/texts.ts'

/** The number of changes after which the state is saved. */
const batch = 50
/** The number of prompts that one call deletes. */
const deletedAtOnce = 100

/** Carries out the decisions. A change that fails is reported, and retried by the next run. */
export async function carryOut(
  changes: readonly Change[],
  options: SyncOptions,
  work: Work,
): Promise<void> {
  const { state, texts, canWrite } = options
  const sync: Sync = {
    ...options,
    ...work,
    folderIds: new Map(Object.entries(state.folders).map(([id, { path }]) => [pathKey(path), id])),
    checked: 0,
    kept: 0,
    tried: 0,
    total: changes.filter(({ decision }) => !isKept(decision)).length,
  }
  const pushed = new Set<Decision['content']>(['push', 'create-there', 'delete-there'])
  let done = 0
  await createThere(sync, changes)
  const deleted: Change[] = []
  for (const change of changes) {
    const { content, place } = change.decision
    if (content === 'create-there') continue
    if (content === 'delete-there' && canWrite) {
      deleted.push(change)
      continue
    }
    if (!canWrite && (pushed.has(content) || place === 'there')) {
      sync.kept++
      if (pushed.has(content)) continue
    }
    await attempt(sync, change, () => apply(sync, change))
    if (isKept(change.decision)) continue
    count(sync, 1)
    if (++done % batch === 0) save(sync)
  }
  for (let from = 0; from < deleted.length; from += deletedAtOnce) {
    const some = deleted.slice(from, from + deletedAtOnce)
    await deleteThere(sync, some)
    count(sync, some.length)
    save(sync)
  }
  if (sync.kept > 0) {
    const message = fillText(texts.sync.readOnly, { count: sync.kept })
    work.report.problems.push({ path: '', message })
  }
}

async function apply(sync: Sync, change: Change): Promise<void> {
  const { content, place } = change.decision
  if (content === 'forget') {
    delete sync.state.prompts[change.id]
    return
  }
  if (content === 'delete-here') {
    await deleteHere(sync, change)
    return
  }
  if (place === 'here') moveHere(sync, change)
  if (content === 'pull' || content === 'create-here') await pull(sync, change)
  else if (content === 'push') await push(sync, change)
  else if (content === 'conflict') await leaveBoth(sync, change)
  else if (content === 'keep') keep(sync, change)
  if (place === 'there' && sync.canWrite) await moveThere(sync, change)
  if (isKept(change.decision)) sync.report.unchanged++
}

function isKept({ content, place }: Decision): boolean {
  return content === 'keep' && place === 'keep'
}

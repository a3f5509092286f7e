import { limits } from '#contract/core/limits.ts'
import type { Prompt, VersionTexts } from '#contract/library/prompts.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { findTerms } from '#server/billing/plans/terms/find-terms.ts'
import {
  deleteVersions,
  findRid,
  insertVersions,
  listSavedVersions,
} from '#server/library/versions/versions.queries.ts'
import { packTexts, hasSameTexts, prunable } from '#server/library/versions/versions.rules.ts'

/** Changes of one session within this time count as one. */
const sameChangeMs = 10 * 60_000

/**
 * Saves the previous state of a prompt whose texts change, and prunes versions beyond the plan's limit. A restored
 * version is never merged with the change before or after it.
 */
export async function saveVersion(
  transaction: Handle,
  { owner, proofId }: Pick<Actor, 'owner' | 'proofId'>,
  services: Pick<Services, 'catalogue' | 'config' | 'now'>,
  { former, changed, isRestored }: { former: Prompt; changed: Prompt; isRestored: boolean },
): Promise<void> {
  if (hasSameTexts(former, changed)) return
  const rid = await findRid(transaction, owner, former.id)
  if (rid === undefined) return
  const saved = await listSavedVersions(transaction, owner, rid)
  const last = saved[0]
  const savedBy = isRestored ? '' : proofId.slice(0, 16)
  const isSameChange =
    !isRestored &&
    last?.label === null &&
    last.kept_by === savedBy &&
    services.now() - last.kept_at < sameChangeMs
  if (isSameChange) return
  const state = { ...former, writtenAt: former.updatedAt, label: null }
  await addVersions(transaction, owner, services, { rid, saved, savedBy, states: [state] })
}

type State = VersionTexts & { writtenAt: string; label: string | null }

/** Adds previous states of a prompt, oldest first, and prunes versions beyond the plan's limit. */
export async function addVersions(
  transaction: Handle,
  owner: OwnerNo,
  services: Pick<Services, 'catalogue' | 'config' | 'now'>,
  prompt: {
    rid: number
    saved: Awaited<ReturnType<typeof listSavedVersions>>
    savedBy: string
    states: readonly State[]
  },
): Promise<void> {
  const { rid, saved, savedBy, states } = prompt
  const { versions } = await findTerms(transaction, owner, services)
  const max = { versions, bytes: limits.versionBytes }
  const last = saved[0]?.number ?? 0
  let labelled = saved.filter(({ label }) => label !== null).length
  const rows = states.map((state, at) => {
    const hasLabel = state.label !== null && labelled < limits.labelledVersions
    if (hasLabel) labelled++
    return {
      owner_no: owner,
      prompt_rid: rid,
      number: last + at + 1,
      name: state.name,
      label: hasLabel ? state.label : null,
      written_at: state.writtenAt,
      kept_at: services.now(),
      kept_by: savedBy,
      texts: packTexts(state),
    }
  })
  const added = rows.map(({ number, label, texts }) => ({ number, label, bytes: texts.byteLength }))
  await insertVersions(transaction, owner, rows)
  const numbers = prunable([...added.toReversed(), ...saved], max)
  await deleteVersions(transaction, owner, rid, numbers)
}

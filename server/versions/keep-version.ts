import { limits } from '#contract/limits.ts'
import type { Prompt } from '#contract/prompts.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import { findLastSubscription } from '#server/plans/subscriptions.queries.ts'
import {
  deleteVersions,
  findRid,
  insertVersion,
  listKept,
} from '#server/versions/versions.queries.ts'
import { packTexts, saysTheSame, surplus } from '#server/versions/versions.rules.ts'

/** Changes of one session within this time count as one. */
const oneChangeMs = 10 * 60_000
/** Those of a plan that the operator took out of the catalogue, or of none. */
const fewVersions = 20

/** Keeps the former state of a prompt whose texts change, and deletes those for which the plan has no room. */
export async function keepVersion(
  transaction: Handle,
  { owner, tokenHash }: Pick<Actor, 'owner' | 'tokenHash'>,
  { catalogue, now }: Pick<Services, 'catalogue' | 'now'>,
  former: Prompt,
  changed: Prompt,
): Promise<void> {
  if (saysTheSame(former, changed)) return
  const rid = await findRid(transaction, owner, former.id)
  if (rid === undefined) return
  const kept = await listKept(transaction, owner, rid)
  const last = kept[0]
  const keptBy = tokenHash.slice(0, 16)
  const isSameChange =
    last?.label === null && last.kept_by === keptBy && now() - last.kept_at < oneChangeMs
  if (isSameChange) return
  const subscription = await findLastSubscription(transaction, owner)
  const plan = subscription && catalogue.findPlan(subscription.plan_id)
  const texts = packTexts(former)
  const version = { number: (last?.number ?? 0) + 1, label: null, bytes: texts.byteLength }
  const most = { versions: plan?.versions ?? fewVersions, bytes: limits.versionBytes }
  await insertVersion(transaction, {
    owner_no: owner,
    prompt_rid: rid,
    number: version.number,
    name: former.name,
    label: null,
    written_at: former.updatedAt,
    kept_at: now(),
    kept_by: keptBy,
    texts,
  })
  await deleteVersions(transaction, owner, rid, surplus([version, ...kept], most))
}

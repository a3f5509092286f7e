import { hash, randomUUIDv7 } from 'node:crypto'
import type { ActivityKind, ActivityMeans } from '#contract/accounts/activity.ts'
import { pruneActivity, putActivity } from '#server/users/activity.queries.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import { isUnavailable } from '#server/db/failures.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'

/** By what something was done, and from where. */
export type Source = { via: ActivityMeans; agent: string; network: string }

const hour = 60 * 60_000
const agentLength = 200

/**
 * Kinds that anyone or a program can repeat without end. They are counted in one entry by the hour and source, so that
 * they neither fill the list nor push out the rest.
 */
const counted: ReadonlySet<ActivityKind> = new Set([
  'sessions_ended',
  'prompt_shared',
  'prompt_unshared',
  'library_exported',
  'library_changed',
  'prompt_run',
])

/** What an operator does is from nowhere: their machine is no business of the user. */
export const byOperator: Source = { via: 'operator', agent: '', network: '' }

/** The source of what a caller does. A visitor is a browser. */
export function sourceOf(
  { userAgent, network }: Pick<Channel, 'userAgent' | 'network'>,
  actor?: Actor,
): Source {
  if (actor?.via === 'operator') return byOperator
  if (actor?.via === 'token') return { via: 'token', agent: actor.tokenName, network }
  if (actor?.via === 'app') return { via: 'app', agent: actor.appName, network }
  return { via: 'browser', agent: userAgent.slice(0, agentLength), network }
}

export type Done = {
  kind: ActivityKind
  /** In milliseconds since 1970. */
  at: number
  /** Of a connection or a token; the `User-Agent` of a browser that was logged out. */
  name?: string
  /** Of one that was shared alone. */
  promptId?: string | undefined
  /** How many times; 1 by default. */
  count?: number
}

/**
 * Records what was done to an account, in the transaction that does it. Keeps the newest 1,000 entries of the account. Returns how
 * often the entry was counted.
 */
export async function recordActivity(
  transaction: Handle,
  owner: AccountNo,
  source: Source,
  { kind, at, name, promptId, count = 1 }: Done,
): Promise<number> {
  const times = await putActivity(transaction, {
    owner_no: owner,
    id: toId(owner, source, kind, at),
    kind,
    at,
    count,
    ...source,
    name: name ?? null,
    prompt_id: promptId ?? null,
  })
  await pruneActivity(transaction, owner)
  return times
}

/**
 * Records that data was read in bulk, on its own. Reading keeps working while the database is not writable.
 */
export async function recordReading(
  { db, now }: Pick<Services, 'db' | 'now'>,
  owner: OwnerNo,
  source: Source,
  kind: 'library_exported' | 'account_downloaded',
): Promise<void> {
  try {
    await recordActivity(db.main, owner, source, { kind, at: now() })
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}

/** The same id means the same entry. */
function toId(owner: AccountNo, source: Source, kind: ActivityKind, at: number): string {
  // From anywhere, as strangers have many networks.
  if (kind === 'sign_in_failed' || kind === 'code_failed') {
    return toKey([owner, kind, Math.floor(at / (24 * hour))])
  }
  if (!counted.has(kind)) return randomUUIDv7()
  const { via, agent, network } = source
  return toKey([owner, kind, Math.floor(at / hour), via, agent, network])
}

function toKey(parts: readonly (string | number)[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url')
}

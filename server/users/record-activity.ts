import { hash, randomUUIDv7 } from 'node:crypto'
import type { ActivityKind, ActivityMeans } from '#contract/accounts/activity.ts'
import { pruneActivity, putActivity } from '#server/users/activity.queries.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import { isUnavailable } from '#server/db/failures.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'

/** Who did something, by which means, and from where. */
export type Source = { via: ActivityMeans; agent: string; network: string }

const hour = 60 * 60_000
const agentLength = 200

/**
 * Kinds that anyone or a program can repeat endlessly. They are counted in one entry per hour and source, so that they
 * neither fill the list nor push out other entries.
 */
const counted: ReadonlySet<ActivityKind> = new Set([
  'sessions_ended',
  'prompt_shared',
  'prompt_unshared',
  'library_exported',
  'library_changed',
  'prompt_run',
])

/** An operator's actions have no network: users must not learn the operator's machine. */
export const byOperator: Source = { via: 'operator', agent: '', network: '' }

/** The source of a caller's action. A visitor is a browser. */
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
  /** The name of a connection or token; the `User-Agent` of a browser that was logged out. */
  name?: string
  /** The prompt, if a single one was shared. */
  promptId?: string | undefined
  /** How many times; 1 by default. */
  count?: number
}

/**
 * Records an event of an account, in the transaction that causes it. Keeps the newest 1,000 entries of the account.
 * Returns how often the entry was counted.
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
 * Records that data was read in bulk, in a separate transaction. Reading keeps working while the database is not
 * writable.
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
  // From anywhere, since strangers can use many networks.
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

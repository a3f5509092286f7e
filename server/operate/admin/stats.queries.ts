import { sql } from 'kysely'
import type { Handle } from '#server/db/database.ts'

const day = 24 * 60 * 60_000

/** Counts over all accounts. */
export async function countEverything(db: Handle, now: number) {
  const count = async (text: ReturnType<typeof sql<Record<string, number | string | null>>>) => {
    const { rows } = await text.execute(db)
    // PostgreSQL's sums are strings.
    return Object.fromEntries(
      Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value ?? 0)]),
    )
  }
  return {
    ...(await count(sql`select count(*) as accounts,
      count(email_verified_at) as verified, count(blocked_at) as blocked,
      sum(case when created_at > ${now - 30 * day} then 1 else 0 end) as new_accounts
      from users where email <> ''`)),
    ...(await count(sql`select count(*) as sessions, count(distinct owner_no) as active_accounts
      from sessions where expires_at > ${now} and last_used_at > ${now - 30 * day}`)),
    ...(await count(sql`select count(*) as tokens from tokens
      where expires_at is null or expires_at > ${now}`)),
    ...(await count(sql`select count(*) as apps from apps where expires_at > ${now}`)),
    ...(await count(sql`select sum(prompt_count) as prompts, sum(folder_count) as folders,
      sum(stored_bytes + trash_bytes) as bytes from libraries`)),
    ...(await count(sql`select count(*) as shared from prompts where is_public = 1`)),
    ...(await count(sql`select count(*) as runs from runs where started_at > ${now - 30 * day}`)),
    ...(await count(sql`select count(*) as mails from mails`)),
  } as Record<StatName, number>
}

type StatName =
  | 'accounts'
  | 'verified'
  | 'blocked'
  | 'new_accounts'
  | 'sessions'
  | 'active_accounts'
  | 'tokens'
  | 'apps'
  | 'prompts'
  | 'folders'
  | 'bytes'
  | 'shared'
  | 'runs'
  | 'mails'

/** When the oldest unsent mail was queued; undefined if there is none. */
export async function findOldestMail(db: Handle): Promise<number | undefined> {
  const row = await db
    .selectFrom('mails')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

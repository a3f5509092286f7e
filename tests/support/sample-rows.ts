import type { Insertable } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema/tables.ts'

const never = 9e15

/**
 * A row of each table that a test cannot fill with a call or two, as if they had never expired and no factor were
 * active.
 *
 * @param word in every text column that accepts any
 */
export function sampleRows(owner_no: number, word: string) {
  const factor = { owner_no, is_active: 0, created_at: 0 }
  return {
    leases: { name: word, expires_at: never },
    throttles: { key: word, spent_until: 0 },
    tokens: {
      owner_no,
      id: word,
      token_hash: word,
      hint: word,
      name: word,
      scopes: 'library:read',
      root: null,
      created_at: 0,
      expires_at: null,
    },
    apps: {
      owner_no,
      id: word,
      client_id: word,
      host: word,
      name: word,
      scopes: 'library:read',
      root: null,
      created_at: 0,
      expires_at: never,
      renewal_days: null,
    },
    oauth_objects: {
      kind: 'AccessToken',
      id_hash: word,
      app_id: word,
      payload: word,
      expires_at: never,
    },
    mails: {
      id: word,
      owner_no,
      recipient: word,
      subject: word,
      plain_text: word,
      html: word,
      created_at: 0,
      next_try_at: never,
    },
    mailed_tokens: { token_hash: word, owner_no, purpose: 'reset', expires_at: never },
    google_logins: {
      state_hash: word,
      browser_hash: word,
      code_verifier: word,
      nonce: word,
      expires_at: never,
    },
    google_links: { token_hash: word, owner_no, issuer: word, subject: word, expires_at: never },
    passkeys: {
      ...factor,
      id: word,
      credential_id: word,
      public_key: word,
      counter: 2 ** 32 - 1,
      transports: 'internal hybrid',
      name: word,
      is_synced: 1,
    },
    totp_secrets: { ...factor, sealed_secret: word, last_step: 9 },
    recovery_codes: { owner_no, code_hash: word, is_kept: 0, created_at: 0 },
    pending_logins: {
      owner_no,
      token_hash: word,
      password_hash: null,
      link_hash: null,
      expires_at: never,
    },
    challenges: {
      owner_no,
      challenge_hash: word,
      purpose: 'prove',
      browser_hash: word,
      sealed_secret: null,
      expires_at: never,
    },
    imports: {
      owner_no,
      attempt: word,
      name: word,
      total: 2,
      done: 2,
      started_at: 0,
      undone_at: null,
      expires_at: never,
    },
    payment_events: { id: word, received_at: 0 },
    payment_endings: { id: word, provider: 'stripe', kind: 'subscription', next_try_at: never },
    sandbox_checkouts: { id: word, owner_no, plan_id: 'pro-monthly', created_at: 0 },
  } satisfies { [Name in keyof Tables]?: Insertable<Tables[Name]> }
}

export type SampleTable = keyof ReturnType<typeof sampleRows>

/** Inserts the sample rows of all tables, or of the given ones that have any. */
export async function insertSamples(
  db: Handle,
  rows: ReturnType<typeof sampleRows>,
  tables: readonly string[] = Object.keys(rows),
): Promise<void> {
  for (const [table, row] of Object.entries(rows)) {
    if (!tables.includes(table)) continue
    await db
      .insertInto(table as 'leases')
      .values(row as never)
      .execute()
  }
}

import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

const day = 24 * 60 * 60_000

const tables = [
  'throttles',
  'google_logins',
  'mailed_tokens',
  'sessions',
  'payment_events',
] as const

async function countRows(app: TestApp) {
  const counts = tables.map(async (table) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count
      from ${sql.table(table)}`.execute(app.db)
    return [table, Number(rows[0]?.count)] as const
  })
  return Object.fromEntries(await Promise.all(counts)) as Record<(typeof tables)[number], number>
}

describe.each(databases)('Expired rows on $name', (database) => {
  const it = libraryTest(database, { RATE_LIMITS: 'on' })

  it('are deleted, and no row before it expires', async ({ app }) => {
    const ada = await app.signUp()
    await ada.send(calls.login, { email: 'ada@example.com', password: 'wrong horse' })
    const login = { browser_hash: 'b', code_verifier: 'c', nonce: 'n' }
    await app.db
      .insertInto('google_logins')
      .values({ ...login, state_hash: 's', expires_at: app.clock.now + 10 * 60_000 })
      .execute()
    await app.db
      .insertInto('payment_events')
      .values({ id: 'event', received_at: app.clock.now })
      .execute()
    const before = await countRows(app)
    expect(Object.values(before)).not.toContain(0)

    await app.sweepExpired()
    expect(await countRows(app)).toEqual(before)
    app.clock.now += 29 * day
    await app.sweepExpired()
    const gone = { throttles: 0, google_logins: 0, mailed_tokens: 0 }
    expect(await countRows(app)).toEqual({ ...gone, sessions: 1, payment_events: 1 })
    app.clock.now += 1 * day
    await app.sweepExpired()
    expect(await countRows(app)).toEqual({ ...gone, sessions: 0, payment_events: 0 })
  })

  it('are found by an index and deleted in batches', async ({ app }) => {
    const { now } = app.clock
    const rows = Array.from({ length: 1_000 }, (_, at) => ({
      key: `k${at}`,
      spent_until: now - at,
    }))
    await app.db.insertInto('throttles').values(rows).execute()
    await app.sweepExpired()
    expect((await countRows(app)).throttles).toBe(0)
    if (database.name !== 'SQLite') return
    for (const [table, moment] of [
      ['throttles', 'spent_until'],
      ['google_logins', 'expires_at'],
      ['mailed_tokens', 'expires_at'],
      ['sessions', 'expires_at'],
      ['payment_events', 'received_at'],
      ['activity', 'at'],
      ['apps', 'expires_at'],
      ['oauth_objects', 'expires_at'],
    ] as const) {
      const { rows: plan } = await sql<{ detail: string }>`explain query plan
        select 1 from ${sql.table(table)} where ${sql.ref(moment)} <= ${now} limit 1`.execute(
        app.db,
      )
      expect(plan.map(({ detail }) => detail).join(' ')).toContain('USING COVERING INDEX')
    }
  })
})

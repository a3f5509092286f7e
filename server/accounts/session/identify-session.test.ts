import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { holdLock } from '#tests/support/hold-lock.ts'
import { libraryTest } from '#tests/support/library-test.ts'

const burst = 30

const [, postgres] = databases
if (postgres === undefined) throw new Error('There is no PostgreSQL.')

describe('Simultaneous requests of a session on PostgreSQL', () => {
  const it = libraryTest(postgres)

  it('occupy one connection until the session is found', async ({ app }) => {
    const user = await app.signUp()
    const other = await app.signUp('bob@example.com')
    const lock = await holdLock(app, 'lock table sessions in access exclusive mode')
    const requests = Array.from({ length: burst }, () => user.send(calls.listPrompts, {}))
    await lock.waitForQueue(1)
    requests.push(other.send(calls.listPrompts, {}))
    await lock.waitForQueue(2)
    await lock.release()
    const statuses = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual(Array<number>(burst + 1).fill(200))
  })

  it('are refused if they are sent after its end, also while it is looked up', async ({ app }) => {
    const user = await app.signUp()
    // The lookup waits once it has its view of the database.
    await sql`alter table sessions rename to stored_sessions`.execute(app.db)
    await sql`
      create view sessions as select * from stored_sessions
      where pg_advisory_xact_lock_shared(1)::text is not null`.execute(app.db)
    const lock = await holdLock(app, 'select pg_advisory_xact_lock(1)')
    const before = user.send(calls.listPrompts, {})
    await lock.waitForQueue(1)
    await sql`delete from stored_sessions`.execute(app.db)
    const after = user.send(calls.listPrompts, {})
    await lock.release()
    expect((await before).statusCode).toBe(200)
    expect((await after).statusCode).toBe(401)
  })

  it('fail together if PostgreSQL does, and later ones do not', async ({ app }) => {
    const user = await app.signUp()
    const lock = await holdLock(app, 'lock table sessions in access exclusive mode')
    const requests = Array.from({ length: burst }, () => user.send(calls.listPrompts, {}))
    await lock.waitForQueue(1)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
    const statuses = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual(Array<number>(burst).fill(503))
    await lock.release()
    await user.call(calls.listPrompts, {})
  })
})

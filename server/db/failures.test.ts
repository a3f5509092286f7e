import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { isUnavailable } from '#server/db/failures.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { toUnusable } from '#server/db/unusable-database.ts'
import { databases } from '#tests/support/databases.ts'

const away = {
  '08006': 'a Citus coordinator does not reach a worker',
  '08P01': 'PgBouncer does not reach a server',
  '25006': 'the server takes no changes',
  '25P04': 'a transaction took too long',
  '40001': 'a standby replays what the query reads',
  '53100': 'the disk is full',
  '53300': 'there are too many connections',
  '55P03': 'a lock was not to be had in time',
  '57014': 'a statement took too long',
  '57P01': 'the server is being stopped',
  '57P02': 'one of its processes has crashed',
  '57P03': 'the server is starting, or recovering',
  '57P05': 'a connection was idle for too long',
  '58030': 'the disk fails',
}
const wrong = {
  '0A000': 'what is asked for is not supported',
  '22P02': 'a value is not of its type',
  '23505': 'a key is there already',
  '42P01': 'there is no such table',
  XX001: 'a page is damaged',
}

test('Errors of PostgreSQL distinguish an outage from a wrong query', async () => {
  const postgres = databases.find(({ name }) => name === 'PostgreSQL')
  if (postgres === undefined) throw new Error('There is no PostgreSQL.')
  const { location, drop } = await postgres.make('empty')
  const db = openDatabase(location)
  onTestFinished(async () => {
    await db.close()
    await drop()
  })
  const found = { away: [] as string[], wrong: [] as string[] }
  for (const code of [...Object.keys(away), ...Object.keys(wrong)]) {
    const failing = sql`do $$ begin raise exception using errcode = ${sql.lit(code)}; end $$`
    const error: unknown = await failing.execute(db.main).catch((failure: unknown) => failure)
    found[isUnavailable(error) ? 'away' : 'wrong'].push(code)
  }
  expect(found).toEqual({ away: Object.keys(away), wrong: Object.keys(wrong) })
})

test('A rejected PostgreSQL certificate is reported to the operator in one line', () => {
  const advice = '; if the root CA is installed locally, try running Node.js with --use-system-ca'
  const refusals = {
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: `unable to verify the first certificate${advice}`,
    ERR_TLS_CERT_ALTNAME_INVALID: 'unable to verify the first certificate: ',
    CERT_HAS_EXPIRED: 'unable to verify the first certificate',
  }
  for (const [code, message] of Object.entries(refusals)) {
    const error = Object.assign(new Error(message), { code })
    expect(toUnusable(error, { kind: 'postgres', url: '' })).toMatchObject({
      message:
        'There is no trusted connection to PostgreSQL: unable to verify the first certificate. With ' +
        'sslmode=verify-full, sslrootcert=/path/to/ca.pem names the certificate of an authority of your own.',
    })
  }
})

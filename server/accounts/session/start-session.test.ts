import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { ApiError } from '#server/core/api-error.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { channel } from '#tests/support/clients/channel.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'
import { startSession } from './start-session.ts'

describe.each(databases)('A login with Google that has begun on $name', (database) => {
  const it = libraryTest(database)

  it('starts no session once Google is disconnected', async ({ app }) => {
    const user = await app.signUp()
    const google = { issuer: 'https://accounts.google.com', subject: 'ada' }
    const columns = { google_issuer: google.issuer, google_subject: google.subject }
    await app.db.updateTable('users').set(columns).execute()
    const { owner_no } = await app.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    const owner = mintOwner(owner_no, 'google')
    const start = () =>
      startSession(app.services, owner, channel, { by: 'google', google, isBoth: true })
    await start()
    await user.call(calls.unlinkGoogle, {})
    await expect(start()).rejects.toThrow(new ApiError('google_failed'))
  })
})

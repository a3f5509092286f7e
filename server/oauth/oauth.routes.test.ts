import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'
import { oauthApp, type Tokens } from '#tests/support/clients/oauth-app.ts'

describe.each(databases)('An app on $name', (database) => {
  const it = libraryTest(database)

  it('connects, refreshes and gives up its access', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const { clientId, tokens } = await client.connect(ada)
    expect((await client.ping(tokens.access_token)).statusCode).toBe(200)
    const again = await client.refresh(clientId, tokens.refresh_token)
    expect((await client.revoke(clientId, again.json<Tokens>().refresh_token)).statusCode).toBe(200)
    expect((await ada.call(calls.listApps, {})).apps).toEqual([])
  })
})

import { describe, expect } from 'vitest'
import { extensionId } from '#contract/accounts/oauth.ts'
import { calls } from '#contract/calls.ts'
import { oauthApp } from '#tests/support/clients/oauth-app.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

describe.each(databases)('The access of the browser extension on $name', (database) => {
  const it = libraryTest(database)

  it('names its browser, is granted by a typed code, and ends in the profile', async ({ app }) => {
    const ada = await app.signUp()
    const client = oauthApp(app)
    const asked = await client.askForDevice(extensionId, {
      scope: 'library:read library:write',
      device_name: 'Firefox on Linux',
    })
    const device = asked.json<{ user_code: string; device_code: string }>()
    const { user_code: userCode, device_code: code } = device
    const request = await ada.call(calls.findDeviceRequest, { userCode })
    expect(request).toMatchObject({
      isCommandLine: false,
      isExtension: true,
      name: 'Firefox on Linux',
      scopes: ['library:read', 'library:write'],
    })
    const { uid } = request
    await ada.call(calls.allowConnection, { uid, scopes: ['library:read'], days: 30 })
    const redeemed = await client.redeemDevice(extensionId, code)
    const { access_token: token } = redeemed.json<{ access_token: string }>()
    const program = app.program(token)
    await program.call(calls.listChanges, {})
    const [connected] = (await ada.call(calls.listApps, {})).apps
    expect(connected).toMatchObject({ isExtension: true, name: 'Firefox on Linux' })
    await ada.call(calls.endApp, { appId: connected?.id ?? '' })
    expect(await program.failure(calls.listChanges, {})).toEqual([401, 'token_invalid'])
    const { activity } = await ada.call(calls.listActivity, {})
    const name = 'Promptshelf (Firefox on Linux)'
    expect(activity).toMatchObject([
      { kind: 'app_ended', name },
      { kind: 'app_connected', name },
      { kind: 'signed_in' },
    ])
  })
})

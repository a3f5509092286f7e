import { createClient } from '#contract/core/client.ts'
import { appCalls } from '#contract/accounts/apps.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/**
 * Opens the address that an app shows, like the user's browser, allows its request, and returns to the app.
 *
 * @param session the `Cookie` header of the user
 */
export async function consent(address: string, session: string): Promise<void> {
  const { origin } = new URL(address)
  const asked = await fetch(address, {
    redirect: 'manual',
    headers: { cookie: session, accept: 'text/html' },
  })
  const added = asked.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  const cookie = [session, ...added].join('; ')
  const uid = asked.headers.get('location')?.split('/').at(-1) ?? ''
  const call = createClient(
    async (path, request) => {
      const response = await fetch(origin + path, {
        ...request,
        headers: { ...request.headers, cookie },
      })
      const { ok, status } = response
      return { ok, status, json: () => response.json() }
    },
    (status, failure) => new Error(`${status} ${failure?.code}`),
  )
  const { location } = await call(appCalls.allowConnection, {
    uid,
    scopes: ['library:read', 'library:write'],
    days: 30,
  })
  // The app may show the address before it listens.
  await waitFor(() => fetch(location ?? ''))
}

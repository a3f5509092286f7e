import * as z from 'zod/mini'
import type { Call } from '#contract/core/call.ts'
import { extensionId, oauthPaths } from '#contract/accounts/oauth.ts'
import { tokenCalls } from '#contract/accounts/tokens.ts'
import { extensionApi } from '#extension/browser/extension-api.ts'
import { sendTo } from '#extension/browser/send-to.ts'
import {
  chooseOwnDevice,
  copyIsErased,
  eraseAccountStorage,
  setStorageOwner,
} from '#web/api/account-storage.ts'
import { findCopied, libraryCopy } from '#web/api/copied-answers.ts'
import { reachServer } from '#web/api/server.ts'
import { followLibrary } from '#web/library/copy/follow-library.ts'
import { invalidate } from '#web/shell/connection/query-client.ts'
import { createStore } from '#web/ui/store.ts'
import { waitAtMost } from '#web/ui/wait-at-most.ts'

const Login = z.extend(z.pick(tokenCalls.describeToken.answer, { scopes: true, folder: true }), {
  origin: z.url(),
  token: z.string(),
  accountId: z.string(),
})
export type Login = z.output<typeof Login>

/** `ended`: the server has ended the last login. */
export type LoginState = Login | 'none' | 'ended'

export const loginState = createStore<LoginState>('none')

const { local } = extensionApi.storage

/** Reads the stored login and copy, so that a page shows them at once. */
export async function openLogin(): Promise<void> {
  const { login: stored } = await local.get('login')
  const login = z.safeParse(Login, stored).data
  if (login) await openLibrary(login)
  else if (stored === 'ended') loginState.set('ended')
}

/** Stores a login, and uses it. */
export async function logIn(login: Login): Promise<void> {
  await local.set({ login })
  await openLibrary(login)
}

/** How long a page waits for the copy, in milliseconds. The database may be blocked. */
const patience = 1_000

/**
 * Lets the app's own calls reach the user's server, and its reads be answered by the copy: they wait until that is read.
 */
async function openLibrary(login: Login): Promise<void> {
  loginState.set(login)
  reachServer({
    fetch: async (path, request) => {
      const response = await sendTo(login, path, request)
      const isText = response.headers.get('content-type')?.startsWith('text/')
      // Only the server can end the login, not a proxy's page.
      if (response.status === 401 && isText) throw new Error('The answer is a proxy’s.')
      return response
    },
    onRefused: () => void end(),
  })
  // Erases the copy of another account.
  setStorageOwner(login.accountId)
  chooseOwnDevice(true)
  const reading = followLibrary(login.accountId, (changed) => void invalidate(changed))
  const coming = {
    find: (call: Call, input: object) => reading.then(() => findCopied(call, input)),
    noteChange: () => {},
  }
  libraryCopy.set(coming)
  // Without a copy, the server answers.
  void reading.then(() => libraryCopy.get() === coming && libraryCopy.set(undefined))
  await waitAtMost(patience, reading)
}

/** Ends the access on the server, if that can be reached, and erases everything. */
export async function logOut({ origin, token }: Login): Promise<void> {
  const body = new URLSearchParams({ client_id: extensionId, token })
  await sendTo({ origin }, oauthPaths.revoke, { method: 'POST', body }).catch(() => undefined)
  await erase()
  await extensionApi.permissions.remove({ origins: [toPattern(origin)] }).catch(() => false)
  loginState.set('none')
}

/** The server no longer accepts the login. */
async function end(): Promise<void> {
  await erase()
  await local.set({ login: 'ended' })
  loginState.set('ended')
}

async function erase(): Promise<void> {
  // Chromium keeps a removed item in its files, unless nothing is left.
  await local.clear()
  eraseAccountStorage()
  await copyIsErased()
}

/** The host permission of a server. Firefox knows no ports in it. */
export function toPattern(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname}/*`
}

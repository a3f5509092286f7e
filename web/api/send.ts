import * as z from 'zod/mini'
import { createClient, type Client } from '#contract/core/client.ts'
import { ApiError } from './api-error.ts'
import { leaveForLogin } from './draft.ts'

// The page's security policy forbids `eval`, which zod would otherwise try.
z.config({ jitless: true })

const call = createClient(
  async (path, request) => {
    // Mails are written in the language on screen.
    const headers = { ...request.headers, 'accept-language': document.documentElement.lang }
    try {
      return await fetch(path, { ...request, headers })
    } catch (error) {
      if (request.signal?.aborted) throw error
      throw new ApiError(0)
    }
  },
  (status, failure) => new ApiError(status, failure),
)

/**
 * Makes a call of the contract and returns its parsed answer. On a 401, leaves for the sign-in screen and
 * never settles.
 *
 * @throws ApiError
 */
export const send: Client = async (which, input, options) => {
  try {
    return await call(which, input, options)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return leaveForLogin()
    throw error
  }
}

import * as z from 'zod/mini'
import { loginCheckCalls } from '#contract/accounts/login-check.ts'
import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import { createClient, type Client } from '#contract/core/client.ts'
import { ApiError } from './api-error.ts'
import { watchConnection } from './connection.ts'
import { findCopied, noteChange } from './copied-answers.ts'
import { isDraftOwner, leaveForLogin } from './draft.ts'
import { takeFirstAnswer } from './first-answers.ts'
import { fetchFromServer } from './server.ts'

// The page's security policy forbids `eval`, which zod would otherwise try.
z.config({ jitless: true })

const call = createClient(
  async (path, request) => {
    // A failed call is retried, because the session may have changed in the meantime.
    const first = await takeFirstAnswer(path)
    if (first?.ok) return first
    // Mails are written in the language on screen.
    const headers = { ...request.headers, 'accept-language': document.documentElement.lang }
    try {
      return await fetchFromServer(path, { ...request, headers })
    } catch (error) {
      if (request.signal?.aborted) throw error
      throw new ApiError(0)
    }
  },
  (status, failure) => new ApiError(status, failure),
)

/** How long a read waits for the server before the connection is checked, in milliseconds. */
const stallTime = 5_000

/** Pending changes. Some of them give the session a new secret, which arrives with their response. */
const changes = new Set<Promise<unknown>>()

/**
 * Makes a call of the contract and returns its parsed answer. On a 401, leaves for the login screen and
 * never settles, unless the session only has a new secret: then it retries the call.
 *
 * @throws ApiError
 */
export const send: Client = async (which, input, options) => {
  if (which.effect === 'read') {
    const copied = await findCopied(which, input)
    if (copied !== undefined) return copied
  }
  const answer = call(which, input, options)
  if (which.effect === 'write') {
    changes.add(answer)
    noteChange(which, input as object, answer)
  }
  try {
    return await (which.effect === 'read' ? orCopied(which, input, answer) : answer)
  } catch (error) {
    if (!isRefusal(error)) throw error
  } finally {
    changes.delete(answer)
  }
  if (!(await isSessionLeft())) return leaveForLogin()
  try {
    return await call(which, input, options)
  } catch (error) {
    return isRefusal(error) ? leaveForLogin() : Promise.reject(error)
  }
}

/** Returns the server's answer to a read, or the copy's if the server turns out to be unreachable. */
async function orCopied<C extends Call>(
  which: C,
  input: InputOf<C>,
  answer: Promise<AnswerOf<C>>,
): Promise<AnswerOf<C>> {
  const findIfLost = async () => ((await watchConnection()) ? findCopied(which, input) : undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const stalled = new Promise<AnswerOf<C>>((resolve) => {
    timer = setTimeout(
      () => void findIfLost().then((copied) => copied !== undefined && resolve(copied)),
      stallTime,
    )
  })
  try {
    return await Promise.race([answer, stalled])
  } catch (error) {
    const copied = isUnreachable(error) ? await findIfLost() : undefined
    if (copied === undefined) throw error
    return copied
  } finally {
    clearTimeout(timer)
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.isUnreachable
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

async function isSessionLeft(): Promise<boolean> {
  await Promise.allSettled(changes)
  const check = await call(loginCheckCalls.checkLogin, {}).catch(() => undefined)
  return isDraftOwner(check?.accountId)
}

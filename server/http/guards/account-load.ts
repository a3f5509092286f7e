import type { ServerResponse } from 'node:http'
import { ApiError } from '#server/core/api-error.ts'
import type { AccountNo } from '#server/db/owner.ts'
import { accountLoad } from '#server/core/throttle/throttles.rules.ts'

/**
 * A download is a `stream`, too: it takes as long as its reader. A `watch` lasts as long as its screen is open, and an
 * `announcement` as long as an assistant runs.
 */
export type RequestKind = 'short' | 'long' | 'stream' | 'watch' | 'announcement'

type Request = {
  kind: RequestKind
  response: ServerResponse
  /** Returns the work for the request, once it has begun. */
  work: () => Promise<unknown> | undefined
}
type Waiting = { kind: RequestKind; start: () => void }
type Account = {
  /** Requests that have not ended, whether started or not. */
  open: Record<RequestKind, number>
  started: Record<RequestKind, number>
  waiting: Waiting[]
  /** Whether the account pauses after the start of a request, to let others in. */
  isPausing: boolean
}

/** A turn of the event loop shorter than this is not worth a pause. */
const shortMs = 2

/**
 * Limits the concurrent requests of one account (`accountLoad`), so that it cannot block the others. Starts one request
 * per account in a turn of the event loop, and pauses for as long as that turn took.
 */
export class AccountLoad {
  readonly #accounts = new Map<AccountNo, Account>()

  /**
   * Resolves once a request may start. The request counts until its response is closed and its work has settled, so
   * aborting it does not free its slot early.
   *
   * @throws ApiError `too_many_requests`
   */
  async begin(owner: AccountNo, { kind, response, work }: Request): Promise<void> {
    const account = this.#accounts.get(owner) ?? newAccount()
    if (isFull(account.open, kind)) throw new ApiError('too_many_requests', { retryAfter: 1 })
    this.#accounts.set(owner, account)
    account.open[kind] += 1
    const turn = Promise.withResolvers<void>()
    let isStarted = false
    const mine: Waiting = {
      kind,
      start: () => {
        isStarted = true
        account.started[kind] += 1
        turn.resolve()
      },
    }
    const end = () => {
      account.open[kind] -= 1
      if (isStarted) {
        account.started[kind] -= 1
      } else {
        account.waiting.splice(account.waiting.indexOf(mine), 1)
        // The client has disconnected and reads no answer.
        turn.reject(new ApiError('invalid_request'))
      }
      this.#startNext(owner, account)
    }
    const onClose = () => void (work() ?? Promise.resolve()).then(end, end)
    if (response.closed) onClose()
    else response.once('close', onClose)
    account.waiting.push(mine)
    this.#startNext(owner, account)
    await turn.promise
  }

  #startNext(owner: AccountNo, account: Account): void {
    if (account.isPausing) return
    if (Object.values(account.open).every((count) => count === 0)) this.#accounts.delete(owner)
    const next = account.waiting.find(({ kind }) => hasRoom(account.started, kind))
    if (next === undefined) return
    account.waiting.splice(account.waiting.indexOf(next), 1)
    account.isPausing = true
    const resume = () => {
      account.isPausing = false
      this.#startNext(owner, account)
    }
    const began = performance.now()
    setImmediate(() => {
      const tookMs = performance.now() - began
      if (tookMs < shortMs) resume()
      else setTimeout(resume, tookMs)
    })
    next.start()
  }
}

function newAccount(): Account {
  const none = { short: 0, long: 0, stream: 0, watch: 0, announcement: 0 }
  return { open: { ...none }, started: { ...none }, waiting: [], isPausing: false }
}

function isFull(open: Account['open'], kind: RequestKind): boolean {
  if (kind === 'stream') return open.stream >= accountLoad.streams
  if (kind === 'watch') return open.watch >= accountLoad.watches
  if (kind === 'announcement') return open.announcement >= accountLoad.announcements
  return open.short + open.long >= accountLoad.requests
}

function hasRoom({ short, long }: Account['started'], kind: RequestKind): boolean {
  if (kind !== 'short' && kind !== 'long') return true
  return short + long < accountLoad.atOnce && (kind === 'short' || long < accountLoad.longAtOnce)
}

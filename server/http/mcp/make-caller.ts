import type { calls } from '#contract/calls.ts'
import { errorStatus, type ErrorCode } from '#contract/core/errors.ts'
import type { Actor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import { callOperation, type CallName } from '#server/calls/call-operation.ts'
import type { Channel } from '#server/core/channel.ts'
import type { OperationAnswer } from '#server/core/operation.ts'
import type { Services } from '#server/core/services.ts'
import { isUnavailable } from '#server/db/failures.ts'

/** The actor. It accesses the library only by calls of the contract. */
export type Caller = {
  actor: Actor
  services: Services
  /**
   * Makes a call with all its checks.
   *
   * @throws ApiError of the call; `unavailable` and `unknown` in place of any other error, which is logged
   */
  call: <Name extends CallName>(
    name: Name,
    input: object,
  ) => Promise<OperationAnswer<(typeof calls)[Name]>>
  /** The language of numbers and dates, in BCP 47. */
  locale: string
}

type Asking = {
  actor: Actor
  channel: Channel
  locale: string
  /** Logs that a call was refused. */
  onRefused: (code: ErrorCode) => void
}

const refusals: ReadonlySet<number> = new Set([401, 403, 429])

export function makeCaller(
  services: Services,
  { actor, channel, locale, onRefused }: Asking,
): Caller {
  return {
    actor,
    services,
    locale,
    async call(name, input) {
      try {
        return await callOperation(services, name, actor, input, channel)
      } catch (error) {
        if (error instanceof ApiError) {
          if (refusals.has(errorStatus[error.errorCode])) onRefused(error.errorCode)
          throw error
        }
        services.log.error({ err: error, call: name }, 'A call of an assistant failed')
        throw new ApiError(isUnavailable(error) ? 'unavailable' : 'unknown')
      }
    },
  }
}

import { isAppValid } from '#server/accounts/apps/identify-app.ts'
import { isTokenValid } from '#server/accounts/tokens/identify-token.ts'
import type { AppActor, TokenActor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'

/** How often the end of a token is noticed while a stream runs. */
const checkMs = 1_000

/**
 * Passes on what a program reads for a while, such as the answer of a model, until its token ends.
 *
 * @throws ApiError `token_invalid` within a second of the end, at the next item
 */
export async function* whileValid<Item>(
  services: Pick<Services, 'db' | 'now'>,
  actor: TokenActor | AppActor,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item, void, undefined> {
  let checkedAt = performance.now()
  for await (const item of items) {
    if (performance.now() - checkedAt >= checkMs) {
      const isValid =
        actor.via === 'token' ? isTokenValid(services, actor) : isAppValid(services, actor)
      if (!(await isValid)) throw new ApiError('token_invalid')
      checkedAt = performance.now()
    }
    yield item
  }
}

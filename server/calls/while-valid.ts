import { isAppValid } from '#server/accounts/apps/identify-app.ts'
import { findSession } from '#server/accounts/session/sessions.queries.ts'
import { hasExpired } from '#server/accounts/tokens/identify-token.ts'
import { findToken } from '#server/accounts/tokens/tokens.queries.ts'
import type { Actor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'

/** The interval at which a stream checks whether access has ended. */
const checkMs = 1_000

/**
 * Passes on a stream, such as the answer of a model, until the actor's session, token or app ends or its account is
 * blocked.
 *
 * @throws ApiError `token_invalid` or `not_logged_in` within a second of the end, at the next item
 */
export async function* whileValid<Item>(
  services: Pick<Services, 'db' | 'now'>,
  actor: Actor,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item, void, undefined> {
  let checkedAt = performance.now()
  for await (const item of items) {
    if (performance.now() - checkedAt >= checkMs) {
      await checkValid(services, actor)
      checkedAt = performance.now()
    }
    yield item
  }
}

async function checkValid({ db, now }: Pick<Services, 'db' | 'now'>, actor: Actor): Promise<void> {
  switch (actor.via) {
    case 'token': {
      const token = await findToken(db.main, actor.proofId)
      if (token === undefined || hasExpired(token, now())) throw new ApiError('token_invalid')
      return
    }
    case 'session':
      if ((await findSession(db.main, actor.proofId)) === undefined) {
        throw new ApiError('not_logged_in')
      }
      return
    case 'app':
      if (!(await isAppValid({ db, now }, actor))) throw new ApiError('token_invalid')
      return
    case 'operator':
  }
}

import type { NewToken } from '#contract/accounts/tokens.ts'
import { limits } from '#contract/core/limits.ts'
import { hashToken } from '#server/accounts/create-token.ts'
import { lockSession } from '#server/accounts/session/lock-session.ts'
import { createSecret } from '#server/accounts/tokens/token-form.rules.ts'
import { insertToken, listTokens, replaceSecret } from '#server/accounts/tokens/tokens.queries.ts'
import type { Source } from '#server/users/record-activity.ts'
import type { SessionActor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import { checkFolder } from '#server/library/folders/check-folder.ts'
import { toNewId } from '#server/core/new-id.rules.ts'
import { recordWithNotice, transactWithMail } from '#server/mail/queue-mail.ts'

const dayMs = 24 * 60 * 60_000
const hintLength = 4

/**
 * Creates a token and mails the owner a notice. Returns its secret; only its hash is stored. A retry with the same
 * `attempt` replaces the secret, since the response was lost.
 *
 * @throws ApiError `not_found` if the folder does not exist, `token_limit_reached`, `not_logged_in` if the session has
 * ended since the actor was identified
 */
export async function issueToken(
  services: Services,
  actor: SessionActor,
  input: NewToken,
  source: Source,
): Promise<{ id: string; token: string; isNew: boolean }> {
  const { owner } = actor
  const id = toNewId(owner, input)
  const secret = createSecret()
  const stored = { token_hash: hashToken(secret), hint: secret.slice(-hintLength) }
  const time = services.now()
  const isNew = await transactWithMail(services, async (transaction) => {
    await lockSession(transaction, actor)
    if (await replaceSecret(transaction, owner, id, stored)) return false
    if (input.folderId !== undefined) await checkFolder(transaction, owner, input.folderId)
    const valid = (await listTokens(transaction, owner)).filter(
      ({ expires_at }) => expires_at === null || expires_at > time,
    )
    if (valid.length >= limits.tokens) throw new ApiError('token_limit_reached')
    await insertToken(transaction, {
      ...stored,
      owner_no: owner,
      id,
      name: input.name,
      scopes: input.scopes.join(' '),
      root: input.folderId ?? null,
      created_at: time,
      expires_at: input.days === undefined ? null : time + input.days * dayMs,
    })
    const { name, scopes } = input
    const done = { kind: 'token_created', name, at: time, scopes } as const
    await recordWithNotice(transaction, services, owner, source, done)
    return true
  })
  return { id, token: secret, isNew }
}

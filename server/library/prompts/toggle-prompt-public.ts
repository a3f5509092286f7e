import { recordActivity, type Source } from '#server/users/record-activity.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { changePrompt } from '#server/library/prompts/change-prompt.ts'

/**
 * Shares a private prompt by link, or makes a shared one private. Without a key, the link is just the prompt's id, as
 * in old links. With one, no link of an earlier sharing works again.
 *
 * @throws ApiError `not_found`
 */
export async function togglePromptPublic(
  { db, now }: Services,
  owner: OwnerNo,
  { promptId, shareKey = null }: { promptId: string; shareKey?: string | null | undefined },
  source: Source,
): Promise<void> {
  await changePrompt(db.main, owner, promptId, async (former, transaction) => {
    const isPublic = former.isPublic === 1 ? 0 : 1
    const kind = isPublic === 1 ? 'prompt_shared' : 'prompt_unshared'
    await recordActivity(transaction, owner, source, { kind, at: now(), promptId })
    return { ...former, isPublic, shareKey: isPublic === 1 ? shareKey : null }
  })
}

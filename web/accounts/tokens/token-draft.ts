import type { tokenDays } from '#contract/accounts/tokens.ts'
import type { ChosenAccess } from '#web/accounts/access/access-fields.tsx'
import { readDraft } from '#web/api/draft.ts'

export const draftKey = 'token'

export type TokenForm = ChosenAccess<(typeof tokenDays)[number] | null> & { name: string }

/** Returns the form's input from before its session ended. */
export function readTokenDraft(): TokenForm | undefined {
  return readDraft(draftKey) as TokenForm | undefined
}

import type { StoredPrompt } from '#server/prompts/prompts.queries.ts'

/** A prompt as the account's download has it. */
export function toStoredPrompt({ rid: _rid, ...prompt }: StoredPrompt) {
  return prompt
}

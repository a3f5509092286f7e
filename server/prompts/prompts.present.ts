import type { StoredPrompt } from '#server/prompts/prompts.queries.ts'

/** Maps a prompt to its form in downloads and exports. */
export function toStoredPrompt({ rid: _rid, ...prompt }: StoredPrompt) {
  return prompt
}

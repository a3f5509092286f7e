import { fileFields, pickFields, type Prompt } from '#contract/library/prompts.ts'

/** Maps a prompt to its form in exports. The download of the account has all fields. */
export function toFilePrompt(prompt: Prompt & { createdAt: string }) {
  return { createdAt: prompt.createdAt, ...pickFields(prompt, fileFields) }
}

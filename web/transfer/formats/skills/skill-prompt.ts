import type { FilePrompt } from '#contract/transfer/library-file.ts'

/** A prompt with a short name. */
export type SkillPrompt = Pick<
  FilePrompt,
  'id' | 'name' | 'prompt' | 'notes' | 'whenToUse' | 'variables' | 'updatedAt'
> & { shortName: string }

/** Whether a prompt has a short name, without which it cannot be a skill. */
export function isSkillPrompt<Given extends { shortName: string | null }>(
  prompt: Given,
): prompt is Given & { shortName: string } {
  return prompt.shortName !== null
}

/** Whether claude.ai refuses to upload a skill with this name. The format itself allows it. */
export function isRefusedByClaude(shortName: string): boolean {
  return /claude|anthropic/.test(shortName)
}

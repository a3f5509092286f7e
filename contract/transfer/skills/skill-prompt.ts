import { cutTo } from '#contract/core/limits.ts'
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

/** The limit of the format, in code points. */
const descriptionLength = 1024

/** Python, in which the published validator is written, trims more than JavaScript. */
// oxlint-disable-next-line no-control-regex
const blank = /^[\s\u001C-\u001F\u0085]*$/

/** Returns when to use a prompt: from that field, else the first line of its notes, else its title. */
export function descriptionOf({
  whenToUse,
  notes,
  name,
  shortName,
}: Pick<SkillPrompt, 'whenToUse' | 'notes' | 'name' | 'shortName'>): string {
  const firstOfNotes = notes?.trim().split('\n', 1)[0]?.trim()
  const found = [whenToUse, firstOfNotes, name].find((text) => text && !blank.test(text))
  return cutTo(found ?? shortName, descriptionLength)
}

import { isRefusedByClaude, type SkillPrompt } from '#contract/transfer/skills/skill-prompt.ts'
import { writeSkill } from '#contract/transfer/skills/write-skill.ts'
import { writeZip } from '#web/transfer/formats/write-zip.ts'

/** Writes a prompt as a skill, for the screen and as a download. */
export function toSkill(prompt: SkillPrompt) {
  const files = writeSkill(prompt)
  return {
    /** `SKILL.md`. */
    main: files[0]?.text ?? '',
    /** Whether the text is in a separate file. */
    isApart: files.length > 1,
    isRefused: isRefusedByClaude(prompt.shortName),
    toZip: () => new Blob([...writeZip(files)] as BlobPart[], { type: 'application/zip' }),
  }
}

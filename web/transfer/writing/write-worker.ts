import { LibraryFile } from '#contract/transfer/library-file.ts'
import { writeMarkdown } from '#web/transfer/formats/markdown/write-markdown.ts'
import { isRefusedByClaude, isSkillPrompt } from '#contract/transfer/skills/skill-prompt.ts'
import { writeSkills } from '#contract/transfer/skills/write-skill.ts'
import { writeZip } from '#web/transfer/formats/write-zip.ts'
import { serveRequests } from '#web/transfer/workers/serve-requests.ts'

export type WriteRequest = { json: Blob; format: 'markdown' | 'skills' }

export type Written = {
  zip: Blob
  /** The number of prompts in the library. */
  prompts: number
  /** The number of skills written. */
  skills: number
  /** The short names that claude.ai rejects. */
  refused: string[]
}

serveRequests(async ({ json, format }: WriteRequest, { onProgress }): Promise<Written> => {
  const library = LibraryFile.parse(JSON.parse(await json.text()))
  const isSkills = format === 'skills'
  const skills = isSkills ? library.prompts.filter(isSkillPrompt) : []
  const files = isSkills ? writeSkills(skills, onProgress) : writeMarkdown(library, onProgress)
  const names = skills.map(({ shortName }) => shortName)
  return {
    zip: new Blob([...writeZip(files)] as BlobPart[], { type: 'application/zip' }),
    prompts: library.prompts.length,
    skills: names.length,
    refused: names.filter(isRefusedByClaude),
  }
})

import { LibraryFile } from '#contract/transfer/library-file.ts'
import { writeMarkdown } from '#web/transfer/formats/markdown/write-markdown.ts'
import { writeSkills } from '#web/transfer/formats/skills/write-skill.ts'
import { writeZip } from '#web/transfer/formats/write-zip.ts'
import { serveRequests } from '#web/transfer/workers/serve-requests.ts'

export type WriteRequest = { json: Blob; format: 'markdown' | 'skills' }

serveRequests(async ({ json, format }: WriteRequest, { onProgress }) => {
  const library = LibraryFile.parse(JSON.parse(await json.text()))
  const files =
    format === 'skills'
      ? writeSkills(library.prompts, onProgress)
      : writeMarkdown(library, onProgress)
  return new Blob([...writeZip(files)] as BlobPart[], { type: 'application/zip' })
})

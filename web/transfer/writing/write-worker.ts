import { LibraryFile } from '#contract/transfer/library-file.ts'
import { writeMarkdown } from '#web/transfer/formats/markdown/write-markdown.ts'
import { serveRequests } from '#web/transfer/workers/serve-requests.ts'

serveRequests(async (json: Blob, { onProgress }) => {
  const library = LibraryFile.parse(JSON.parse(await json.text()))
  const pieces = writeMarkdown(library, onProgress)
  return new Blob([...pieces] as BlobPart[], { type: 'application/zip' })
})

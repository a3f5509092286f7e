import * as z from 'zod/mini'
import { LibraryFile } from '#contract/transfer/library-file.ts'
import { writeMarkdown } from '#web/transfer/formats/markdown/write-markdown.ts'

// The content security policy forbids `new Function`.
z.config({ jitless: true })

export type WriteRequest = { json: Blob }
export type WriteAnswer =
  | { kind: 'progress'; share: number }
  | { kind: 'done'; zip: Blob }
  | { kind: 'failed' }

const progressMs = 50

addEventListener('message', ({ data }: MessageEvent<WriteRequest>) => {
  void run(data)
})

async function run({ json }: WriteRequest): Promise<void> {
  let last = 0
  try {
    const library = LibraryFile.parse(JSON.parse(await json.text()))
    const pieces = writeMarkdown(library, (share) => {
      if (Date.now() - last < progressMs) return
      last = Date.now()
      answer({ kind: 'progress', share })
    })
    const zip = new Blob([...pieces] as BlobPart[], { type: 'application/zip' })
    answer({ kind: 'done', zip })
  } catch (error) {
    console.error(error)
    answer({ kind: 'failed' })
  }
}

function answer(message: WriteAnswer): void {
  postMessage(message)
}

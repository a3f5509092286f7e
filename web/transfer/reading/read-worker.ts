import * as z from 'zod/mini'
import type { FormatOptions } from '#web/transfer/formats/format.ts'
import { readSources } from './read-sources.ts'
import type { Reading, Source } from './reading.ts'

// The content security policy forbids `new Function`.
z.config({ jitless: true })

export type ReadRequest = { sources: Source[]; options: Omit<FormatOptions, 'onRead'> }
export type ReadAnswer =
  | { kind: 'progress'; share: number }
  | { kind: 'part'; list: keyof Reading['library']; entries: unknown[] }
  | { kind: 'done'; reading: Omit<Reading, 'library'> }
  | { kind: 'failed'; isMemory: boolean }

/** Few enough entries that no message blocks the page. */
const entriesPerMessage = 500
const progressMs = 50

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void run(data)
})

async function run({ sources, options }: ReadRequest): Promise<void> {
  let last = 0
  try {
    const { library, ...reading } = await readSources(sources, options, (share) => {
      if (Date.now() - last < progressMs) return
      last = Date.now()
      answer({ kind: 'progress', share })
    })
    for (const list of Object.keys(library) as (keyof typeof library)[]) {
      const entries = library[list]
      for (let at = 0; at < entries.length; at += entriesPerMessage) {
        answer({ kind: 'part', list, entries: entries.slice(at, at + entriesPerMessage) })
      }
    }
    answer({ kind: 'done', reading })
  } catch (error) {
    console.error(error)
    answer({ kind: 'failed', isMemory: error instanceof RangeError })
  }
}

function answer(message: ReadAnswer): void {
  postMessage(message)
}

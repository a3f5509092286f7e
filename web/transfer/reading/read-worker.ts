import type { FormatOptions } from '#contract/transfer/formats/format.ts'
import { serveRequests } from '#web/transfer/workers/serve-requests.ts'
import { readSources } from './read-sources.ts'
import type { Reading, Source } from './reading.ts'

export type ReadRequest = { sources: Source[]; options: Omit<FormatOptions, 'onRead'> }
export type ReadPart = { list: keyof Reading['library']; entries: unknown[] }
export type ReadResult = Omit<Reading, 'library'>

/** Few enough entries that no message blocks the page. */
const entriesPerMessage = 500

serveRequests(
  async ({ sources, options }: ReadRequest, { onProgress, sendPart }): Promise<ReadResult> => {
    const { library, ...reading } = await readSources(sources, options, onProgress)
    for (const list of Object.keys(library) as (keyof typeof library)[]) {
      const entries = library[list]
      for (let at = 0; at < entries.length; at += entriesPerMessage) {
        const part: ReadPart = { list, entries: entries.slice(at, at + entriesPerMessage) }
        sendPart(part)
      }
    }
    return reading
  },
)

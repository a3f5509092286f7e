import { findInvisible } from '#web/library/invisible/find-invisible.ts'
import { emptyLibrary } from '#contract/transfer/formats/empty-library.ts'
import type { FormatOptions } from '#contract/transfer/formats/format.ts'
import { askWorker, type WorkOptions } from '#web/transfer/workers/ask-worker.ts'
import type { ReadPart, ReadRequest, ReadResult } from './read-worker.ts'
import type { Reading, Source } from './reading.ts'

type ReadOptions = Omit<FormatOptions, 'onRead'> & WorkOptions

/**
 * Reads prompts from files of any supported format in a worker. To choose other columns of a table, or to leave variables
 * unconverted, read the same sources again.
 */
export async function readFiles(
  sources: readonly Source[],
  { signal, onProgress, ...options }: ReadOptions,
): Promise<Reading> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })
  const request: ReadRequest = { sources: [...sources], options }
  const library = emptyLibrary()
  try {
    const onPart = (part: unknown) => {
      const { list, entries } = part as ReadPart
      ;(library[list] as unknown[]).push(...entries)
    }
    const reading = await askWorker(worker, request, { signal, onProgress, onPart })
    return { ...(reading as ReadResult), library }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const problems: Reading['problems'] = [{ code: 'out_of_memory', file: '' }]
    return {
      formats: [],
      library: emptyLibrary(),
      problems,
      tables: [],
      takenOver: 0,
      converted: [],
      invisible: findInvisible([]),
    }
  }
}

import { emptyLibrary } from '#web/transfer/formats/empty-library.ts'
import type { ReadAnswer, ReadRequest } from './read-worker.ts'
import type { Reading, ReadOptions, RunningRead, Source } from './reading.ts'

/**
 * Reads prompts from files of any supported format in a worker. To choose other columns of a table, or to leave variables
 * unconverted, read the same sources again.
 */
export function readFiles(
  sources: readonly Source[],
  { onProgress, ...options }: ReadOptions,
): RunningRead {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })
  const library = emptyLibrary()
  const stopped = Promise.withResolvers<Reading>()
  const end = () => worker.terminate()
  worker.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => {
    switch (data.kind) {
      case 'progress':
        onProgress?.(data.share)
        break
      case 'part':
        ;(library[data.list] as unknown[]).push(...data.entries)
        break
      case 'done':
        end()
        stopped.resolve({ ...data.reading, library })
        break
      case 'failed':
        end()
        if (data.isMemory) stopped.resolve(outOfMemory())
        else stopped.reject(new Error('Reading failed'))
        break
    }
  })
  // The worker ran out of memory, or its code did not load.
  worker.addEventListener('error', (event) => {
    end()
    stopped.reject(new Error(event.message || 'Reading failed'))
  })
  worker.postMessage({ sources: [...sources], options } satisfies ReadRequest)
  return {
    result: stopped.promise,
    cancel() {
      end()
      stopped.reject(new DOMException('Cancelled', 'AbortError'))
    },
  }
}

function outOfMemory(): Reading {
  return {
    formats: [],
    library: emptyLibrary(),
    problems: [{ code: 'out_of_memory', file: '' }],
    tables: [],
    takenOver: 0,
  }
}

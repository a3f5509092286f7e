import type { WriteAnswer, WriteRequest } from './write-worker.ts'

export type RunningWrite = {
  /** The ZIP. Rejects with an `AbortError` when cancelled. */
  result: Promise<Blob>
  cancel: () => void
}

/** Converts a library from our own JSON to a ZIP of Markdown files, in a worker. */
export function writeMarkdownFiles(
  json: Blob,
  { onProgress }: { onProgress?: (share: number) => void } = {},
): RunningWrite {
  const worker = new Worker(new URL('./write-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  worker.addEventListener('message', ({ data }: MessageEvent<WriteAnswer>) => {
    if (data.kind === 'progress') {
      onProgress?.(data.share)
      return
    }
    worker.terminate()
    if (data.kind === 'done') resolve(data.zip)
    else reject(new Error('Writing failed'))
  })
  // The worker ran out of memory, or its code did not load.
  worker.addEventListener('error', ({ message }) => {
    worker.terminate()
    reject(new Error(message || 'Writing failed'))
  })
  worker.postMessage({ json } satisfies WriteRequest)
  return {
    result: promise,
    cancel() {
      worker.terminate()
      reject(new DOMException('Cancelled', 'AbortError'))
    },
  }
}

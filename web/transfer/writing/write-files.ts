import type { WriteAnswer, WriteRequest } from './write-worker.ts'

export type RunningWrite = {
  /** The ZIP. Rejects with an `AbortError` when cancelled. */
  result: Promise<Blob>
  cancel: () => void
}

/** Makes a ZIP of Markdown files of a library in our own JSON, in a thread of its own. */
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
  // A thread without memory, or whose code did not come.
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

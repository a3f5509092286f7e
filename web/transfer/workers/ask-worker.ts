import type { WorkerAnswer } from './serve-requests.ts'

export type WorkOptions = {
  signal?: AbortSignal | undefined
  /** From 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/**
 * Sends a request to a worker, and ends the worker after its answer or when `signal` aborts. Rejects with a `RangeError`
 * if the worker reports that it ran out of memory.
 */
export function askWorker(
  worker: Worker,
  request: unknown,
  { signal, onProgress, onPart }: WorkOptions & { onPart?: (part: unknown) => void },
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    if (data.kind === 'progress') onProgress?.(data.share)
    else if (data.kind === 'part') onPart?.(data.part)
    else if (data.kind === 'done') resolve(data.result)
    else reject(data.isMemory ? new RangeError('Out of memory') : new Error('The worker failed'))
  })
  // The worker ran out of memory, or its code did not load.
  worker.addEventListener('error', ({ message }) => reject(new Error(message || 'No worker')))
  signal?.addEventListener('abort', () => reject(signal.reason as Error))
  worker.postMessage(request)
  return promise.finally(() => worker.terminate())
}

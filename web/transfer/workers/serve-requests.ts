import * as z from 'zod/mini'

// The content security policy forbids `new Function`.
z.config({ jitless: true })

export type WorkerAnswer =
  | { kind: 'progress'; share: number }
  | { kind: 'part'; part: unknown }
  | { kind: 'done'; result: unknown }
  | { kind: 'failed'; isMemory: boolean }

const progressMs = 50

/** Answers the requests of `askWorker` in a worker. `sendPart` sends a part of the result ahead of the rest. */
export function serveRequests(
  work: (
    request: never,
    report: { onProgress: (share: number) => void; sendPart: (part: unknown) => void },
  ) => Promise<unknown>,
): void {
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    let last = 0
    const onProgress = (share: number) => {
      if (Date.now() - last < progressMs) return
      last = Date.now()
      answer({ kind: 'progress', share })
    }
    work(data as never, { onProgress, sendPart: (part) => answer({ kind: 'part', part }) }).then(
      (result) => answer({ kind: 'done', result }),
      (error: unknown) => {
        console.error(error)
        answer({ kind: 'failed', isMemory: error instanceof RangeError })
      },
    )
  })
}

function answer(message: WorkerAnswer): void {
  postMessage(message)
}

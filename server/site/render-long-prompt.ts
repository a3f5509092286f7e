import { Worker } from 'node:worker_threads'
import type { RenderingData, RenderingRequest } from '#server/site/render-in-thread.ts'

type Waiting = { resolve: (html: Buffer) => void; reject: (error: Error) => void }

/** How long an idle thread is kept. */
const idleMs = 60_000

export type LongPromptRenderer = {
  render: (request: RenderingRequest) => Promise<Buffer>
  close: () => Promise<void>
}

/**
 * Renders long shared prompts beside the main thread, where each would hold up everybody for tens of
 * milliseconds. The thread starts with the first, and ends when there is nothing to do for a while.
 */
export function openLongPromptRenderer(workerData: RenderingData): LongPromptRenderer {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const waiting: Waiting[] = []

  function giveUp(error: Error) {
    worker = undefined
    for (const { reject } of waiting.splice(0)) reject(error)
  }

  function start(): Worker {
    const started = new Worker(new URL('./render-in-thread.ts', import.meta.url), {
      workerData,
    })
    const fail = (error: Error) => {
      if (worker === started) giveUp(error)
    }
    started.on('message', (html: Uint8Array<ArrayBuffer>) => {
      waiting.shift()?.resolve(Buffer.from(html.buffer))
      if (waiting.length > 0) return
      idle = setTimeout(() => void stop(), idleMs).unref()
      started.unref()
    })
    started.on('error', fail)
    started.on('exit', () => fail(new Error('The rendering thread has ended.')))
    return started
  }

  async function stop(): Promise<void> {
    const ending = worker
    giveUp(new Error('The rendering thread has been ended.'))
    await ending?.terminate()
  }

  return {
    render: (request) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle)
        worker ??= start()
        waiting.push({ resolve, reject })
        worker.ref()
        worker.postMessage(request)
      }),
    close: async () => {
      clearTimeout(idle)
      await stop()
    },
  }
}

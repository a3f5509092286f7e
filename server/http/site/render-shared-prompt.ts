import { Worker } from 'node:worker_threads'
import type {
  RenderingAnswer,
  RenderingData,
  RenderingRequest,
} from '#server/http/site/render-in-thread.ts'

type Waiting = { resolve: (html: Buffer) => void; reject: (error: Error) => void }

const idleMs = 60_000

export type SharedPromptRenderer = {
  render: (request: RenderingRequest) => Promise<Buffer>
  close: () => Promise<void>
}

/**
 * Renders the pages of shared prompts in a worker thread: in the main thread, React's renderer would stay in
 * memory, and a long prompt would block it for tens of milliseconds. The worker starts with the first request
 * and exits after an idle period.
 */
export function openSharedPromptRenderer(workerData: RenderingData): SharedPromptRenderer {
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
      // The worker needs none of the server's secrets.
      env: {},
    })
    const fail = (error: Error) => {
      if (worker === started) giveUp(error)
    }
    started.on('message', (answer: RenderingAnswer) => {
      const first = waiting.shift()
      if ('html' in answer) first?.resolve(Buffer.from(answer.html.buffer))
      else first?.reject(new Error('Failed to render a shared prompt.', { cause: answer.error }))
      if (waiting.length > 0) return
      idle = setTimeout(() => void stop(), idleMs).unref()
      started.unref()
    })
    started.on('error', fail)
    started.on('exit', () => fail(new Error('The rendering thread exited.')))
    return started
  }

  async function stop(): Promise<void> {
    const ending = worker
    giveUp(new Error('The rendering thread was stopped.'))
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

import { parentPort, workerData } from 'node:worker_threads'
import type { SharedPromptPage } from '#server/site/render-pages.ts'
import { renderSharedPrompt } from '#server/site/render-shared-prompt.ts'

export type RenderingProgram = { printUnfilledText: (body: string) => string }
/** `program`: the address of the client's build of it. */
export type RenderingData = { program: string; pages: SharedPromptPage[] }
/** `page`: which of the pages. */
export type RenderingRequest = {
  page: number
  prompt: { name: string; body: string; address: string }
}

const port = parentPort
if (port === null) throw new Error('Only to be run as a worker.')
const { program, pages } = workerData as RenderingData
const { printUnfilledText } = (await import(program)) as RenderingProgram

port.on('message', ({ page: at, prompt }: RenderingRequest) => {
  const page = pages[at]
  if (page === undefined) throw new Error('There is no such page.')
  const html = renderSharedPrompt(page, { ...prompt, text: printUnfilledText(prompt.body) })
  const bytes = new TextEncoder().encode(html)
  port.postMessage(bytes, [bytes.buffer])
})

import { parentPort, workerData } from 'node:worker_threads'
import type { Language } from '#languages/languages.ts'
import type { SharedPrompt } from '#contract/library/prompts.ts'

/** `program`: the URL of the client's built renderer; `template`: the built page. */
export type RenderingData = { program: string; template: string }
/** `address`: the page's canonical address; `contactEmail`: where to report it. */
export type RenderingRequest = {
  language: Language
  answer: SharedPrompt | { status: 'error'; code: string }
  address: string
  contactEmail?: string | undefined
}
export type RenderingAnswer = { html: Uint8Array<ArrayBuffer> } | { error: unknown }

type Program = {
  prepareSharedPrompts: (template: string) => Promise<(request: RenderingRequest) => string>
}

const port = parentPort
if (port === null) throw new Error('This file runs only as a worker.')
const { program, template } = workerData as RenderingData
const { prepareSharedPrompts } = (await import(program)) as Program
const render = await prepareSharedPrompts(template)

port.on('message', (request: RenderingRequest) => {
  try {
    const html = new TextEncoder().encode(render(request))
    port.postMessage({ html } satisfies RenderingAnswer, [html.buffer])
  } catch (error) {
    // The thread keeps running: other pages may be waiting for it.
    port.postMessage({ error } satisfies RenderingAnswer)
  }
})

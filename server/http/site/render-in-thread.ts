import { parentPort, workerData } from 'node:worker_threads'
import { addAnswers, type Answers } from '#server/http/site/add-answers.ts'
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
  /** Answers of calls that come in the page. */
  answers: Answers
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
    const page = addAnswers(render(request), request.answers)
    const html = new TextEncoder().encode(page)
    port.postMessage({ html } satisfies RenderingAnswer, [html.buffer])
  } catch (error) {
    // The thread keeps running: other pages may be waiting for it.
    port.postMessage({ error } satisfies RenderingAnswer)
  }
})

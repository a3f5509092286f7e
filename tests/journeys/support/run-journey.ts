import { expect, test as base } from './journey.ts'

export { expect }

/** A journey with a server of models next to the server, whose models are also on offer for credits. */
export const test = base.extend({
  environment: ({ modelsFile }, provide) => provide({ MODELS_FILE: modelsFile }),
})

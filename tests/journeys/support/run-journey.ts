import { expect, test as base } from './journey.ts'

export { expect }

/** A journey with a model server next to the app's server; its models are also offered for credits. */
export const test = base.extend({
  environment: ({ modelsFile }, provide) => provide({ MODELS_FILE: modelsFile }),
})

import type { Dialect } from '#contract/runs/connections.ts'

/** A provider of models. Names and addresses are the providers' own. */
export type Provider = { id: string; name: string; dialect: Dialect; baseUrl: string }

/** A nameless provider for any other OpenAI-compatible server. */
export const otherProvider = { id: 'other', dialect: 'openai', baseUrl: '' } as const

const ollama: Provider = {
  id: 'ollama',
  name: 'Ollama',
  dialect: 'openai',
  baseUrl: 'http://127.0.0.1:11434/v1',
}

const elsewhere: readonly Provider[] = [
  { id: 'openai', name: 'OpenAI', dialect: 'openai', baseUrl: 'https://api.openai.com/v1' },
  {
    id: 'anthropic',
    name: 'Anthropic',
    dialect: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
  },
  {
    id: 'gemini',
    name: 'Google Gemini',
    dialect: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com',
  },
  { id: 'mistral', name: 'Mistral', dialect: 'openai', baseUrl: 'https://api.mistral.ai/v1' },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    dialect: 'openai',
    baseUrl: 'https://openrouter.ai/api/v1',
  },
]

/** Returns the providers to choose from. Ollama is offered only if the server runs on the user's own machine. */
export function providersHere(): readonly Provider[] {
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)
  return isHere ? [...elsewhere, ollama] : elsewhere
}

/** Returns the provider with an address; undefined if it is another server. */
export function providerOf(baseUrl: string): Provider | undefined {
  return [...elsewhere, ollama].find((provider) => provider.baseUrl === baseUrl)
}

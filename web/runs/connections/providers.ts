import type { Dialect } from '#contract/runs/connections.ts'

/** Where models are to be had. Names and addresses are the providers' own. */
export type Provider = { id: string; name: string; dialect: Dialect; baseUrl: string }

/** Without a name of its own: whatever speaks as OpenAI does. */
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

/** The providers to choose from. A server reaches its own machine's Ollama only where it is the reader's. */
export function providersHere(): readonly Provider[] {
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)
  return isHere ? [...elsewhere, ollama] : elsewhere
}

/** Whose address it is; undefined where it is another server. */
export function providerOf(baseUrl: string): Provider | undefined {
  return [...elsewhere, ollama].find((provider) => provider.baseUrl === baseUrl)
}

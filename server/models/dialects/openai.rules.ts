import * as z from 'zod/mini'
import { toErrorCode } from '#server/models/dialects/failures.rules.ts'
import {
  parseEvent,
  streamHeaders,
  toUsage,
  type DialectRules,
  type EventContent,
} from '#server/models/dialects/dialect.rules.ts'

const Chunk = z.object({
  choices: z.nullish(
    z.array(
      z.object({
        delta: z.nullish(z.object({ content: z.nullish(z.string()) })),
        finish_reason: z.nullish(z.string()),
      }),
    ),
  ),
  usage: z.nullish(
    z.object({
      prompt_tokens: z.nullish(z.number()),
      completion_tokens: z.nullish(z.number()),
    }),
  ),
  error: z.nullish(z.union([z.string(), z.looseObject({ code: z.nullish(z.unknown()) })])),
})

const List = z.object({ data: z.nullable(z.array(z.object({ id: z.string() }))) })

/** Chat Completions: of OpenAI, and of Ollama, llama.cpp, vLLM, OpenRouter, Mistral and many others. */
export const openai: DialectRules = {
  toRequest: ({ baseUrl, model, text, maxOutput, key }) => ({
    method: 'POST',
    path: '/chat/completions',
    headers: { ...streamHeaders, ...toAuthorization(key) },
    body: JSON.stringify({
      model,
      messages: [{ role: 'user', content: text }],
      stream: true,
      stream_options: { include_usage: true },
      // OpenAI's reasoning models refuse the former name, most others know no other.
      [isOfOpenAI(baseUrl) ? 'max_completion_tokens' : 'max_tokens']: maxOutput,
    }),
  }),

  readEvent({ data }) {
    if (data.trim() === '[DONE]') return { isLast: true }
    const chunk = parseEvent(Chunk, data)
    if (chunk === undefined) return { error: 'model_failed' }
    if (chunk.error) return { error: toEventError(chunk.error) }
    // One is asked for. The last chunk has usage, and no choice.
    const choice = chunk.choices?.[0]
    if (choice?.finish_reason === 'error') return { error: 'model_failed' }
    return {
      ...(choice?.delta?.content && { text: choice.delta.content }),
      ...(choice?.finish_reason && { stop: toStop(choice.finish_reason) }),
      ...toUsage(chunk.usage?.prompt_tokens, chunk.usage?.completion_tokens),
    }
  },

  toListRequest: (key) => ({ method: 'GET', path: '/models', headers: toAuthorization(key) }),

  readList(body) {
    const list = List.safeParse(body).data
    // Ollama says null where it has none.
    return list && (list.data ?? []).map(({ id }) => id)
  },
}

function toAuthorization(key: string): Record<string, string> {
  return key === '' ? {} : { authorization: `Bearer ${key}` }
}

function isOfOpenAI(baseUrl: string): boolean {
  return new URL(baseUrl).hostname === 'api.openai.com'
}

function toStop(reason: string): NonNullable<EventContent['stop']> {
  if (reason === 'length') return 'length'
  return reason === 'content_filter' ? 'filter' : 'end'
}

function toEventError(error: string | { code?: unknown }) {
  const status = typeof error === 'string' ? Number.NaN : Number(error.code)
  return toErrorCode(Number.isInteger(status) ? status : 400, JSON.stringify(error))
}

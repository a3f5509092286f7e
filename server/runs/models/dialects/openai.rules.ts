import * as z from 'zod/mini'
import { toErrorCode } from '#server/runs/models/dialects/failures.rules.ts'
import {
  count,
  lenient,
  parseEvent,
  streamHeaders,
  text,
  toTextAndThinking,
  toUsage,
  type DialectRules,
  type Part,
  type Stop,
} from '#server/runs/models/dialects/dialect.rules.ts'

/** A text, or an array of parts as from Mistral. */
const Content = lenient(
  z.union([
    z.string(),
    z.array(lenient(z.object({ text, thinking: lenient(z.array(lenient(z.object({ text })))) }))),
  ]),
)
const Message = lenient(
  z.object({ content: Content, refusal: text, reasoning_content: text, reasoning: text }),
)
const ErrorBody = z.object({ code: z.catch(z.unknown(), undefined), type: text, message: text })

const Chunk = z.object({
  choices: lenient(
    z.array(lenient(z.object({ delta: Message, message: Message, text, finish_reason: text }))),
  ),
  usage: lenient(z.object({ prompt_tokens: count, completion_tokens: count })),
  error: z.nullish(z.union([z.string(), ErrorBody])),
})

const List = z.object({ data: z.nullable(z.array(z.object({ id: z.string() }))) })

/** The Chat Completions API of OpenAI, Ollama, llama.cpp, vLLM, OpenRouter, Mistral and many others. */
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
      // OpenAI's reasoning models reject `max_tokens`; most other servers support only that.
      [isOfOpenAI(baseUrl) ? 'max_completion_tokens' : 'max_tokens']: maxOutput,
    }),
  }),

  readEvent({ data }) {
    if (data.trim() === '[DONE]') return { isLast: true }
    const chunk = parseEvent(Chunk, data)
    if (chunk === undefined) return { error: 'model_failed' }
    if (chunk.error) return { error: toEventError(chunk.error) }
    // The request asks for one choice. The last chunk has usage and no choice.
    const choice = chunk.choices?.[0]
    const reason = choice?.finish_reason
    if (reason === 'error') return { error: 'model_failed' }
    // Perplexity repeats the whole answer in each `message`, so `delta` goes first.
    const message = choice?.delta ?? choice?.message ?? { content: choice?.text }
    const refusal = message.refusal || undefined
    const stop = refusal ? 'filter' : reason && toStop(reason)
    return {
      ...toTextAndThinking([...toParts(message), { text: refusal }]),
      ...(stop && { stop }),
      ...toUsage(chunk.usage?.prompt_tokens, chunk.usage?.completion_tokens),
    }
  },

  toListRequest: (key) => ({ method: 'GET', path: '/models', headers: toAuthorization(key) }),

  readList(body) {
    const list = List.safeParse(body).data
    // Ollama returns null if it has no models.
    return list && (list.data ?? []).map(({ id }) => id)
  },
}

function toAuthorization(key: string): Record<string, string> {
  return key === '' ? {} : { authorization: `Bearer ${key}` }
}

function isOfOpenAI(baseUrl: string): boolean {
  return new URL(baseUrl).hostname === 'api.openai.com'
}

function toParts({
  content,
  reasoning,
  reasoning_content,
}: NonNullable<z.output<typeof Message>>): Part[] {
  const parts = typeof content === 'string' ? [{ text: content }] : (content ?? [])
  return [
    // `reasoning` on OpenRouter and Groq, `reasoning_content` on DeepSeek; some servers send both.
    { thinking: reasoning_content ?? reasoning },
    ...parts.map((part) => ({
      text: part?.text,
      thinking:
        part && 'thinking' in part ? part.thinking?.map((one) => one?.text ?? '').join('') : '',
    })),
  ]
}

function toStop(reason: string): Stop {
  if (reason === 'length') return 'length'
  if (reason === 'content_filter') return 'filter'
  // No tools are offered, but some models call them.
  return /^(?:tool_calls|function_call)$/.test(reason) ? 'other' : 'end'
}

function toEventError(error: string | z.output<typeof ErrorBody>) {
  if (typeof error === 'string') return toErrorCode(400, error)
  const status = Number(error.code ?? Number.NaN)
  const words = [error.code, error.type, error.message].filter((word) => typeof word === 'string')
  return toErrorCode(Number.isInteger(status) ? status : 400, words.join(' '))
}

import type { IncomingMessage } from 'node:http'
import type { Dialect } from '#contract/runs/connections.ts'

/** The text of a refusal; the product must never show it. */
export const wordsOfServer = 'words-of-the-model-server'

export type Asked = { dialect: Dialect; model: string; text: string; isListing: boolean }

/** Events of servers with OpenAI's dialect, as large as they were recorded, in bytes. */
export const weights = {
  'long-openai': (content: string) => weighing(329, { delta: { content }, logprobs: null }),
  'long-deepseek': (content: string) => weighing(288, { delta: { content }, logprobs: null }),
  'long-groq': (content: string) => weighing(275, { delta: { content } }),
  'long-perplexity': (content: string) =>
    weighing(
      701,
      { delta: { role: 'assistant', content }, message: { role: 'assistant', content } },
      { usage: { prompt_tokens: 2, completion_tokens: 1 }, citations: [], search_results: [] },
    ),
  'long-thinking': (reasoning_content: string) =>
    weighing(320, { delta: { content: null, reasoning_content }, logprobs: null }),
}

function weighing(bytes: number, choice: object, more: object = {}): string {
  const toFilled = (obfuscation: string) =>
    toEvent({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      choices: [{ index: 0, ...choice, finish_reason: null }],
      ...more,
      obfuscation,
    })
  return toFilled('x'.repeat(Math.max(0, bytes - toFilled('').length)))
}

export function toChoice(delta: object, finish_reason: string | null = null): string {
  return toEvent({ choices: [{ index: 0, delta, finish_reason }] })
}

export function thinking(dialect: Dialect, words: string): string[] {
  if (dialect === 'openai') return [toChoice({ content: null, reasoning_content: words })]
  if (dialect === 'gemini') {
    return [toEvent({ candidates: [{ content: { parts: [{ text: words, thought: true }] } }] })]
  }
  const delta = { type: 'thinking_delta', thinking: words }
  return [toEvent({ type: 'content_block_delta', index: 0, delta })]
}

export function count(dialect: Dialect, input: number): string {
  if (dialect === 'openai') return toEvent({ choices: [], usage: { prompt_tokens: input } })
  if (dialect === 'gemini') return toEvent({ usageMetadata: { promptTokenCount: input } })
  return toEvent({ type: 'message_start', message: { usage: { input_tokens: input } } })
}

export function withOneBreak(event: string): string {
  return event.replace(/\n\n$/, '\n').replace(/^event: .*\n/, '')
}

type Stop = 'end' | 'length' | 'filter'
type Speech = {
  start: string[]
  text: (text: string) => string
  end: (stop: Stop, output?: number) => string[]
}

/** The events of each dialect, in the documented formats of the providers. */
export const speak: Record<Dialect, (asked: Asked) => Speech> = {
  openai: ({ model, text: question }) => {
    const chunk = (choices: object[], usage: object | null = null) =>
      toEvent({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model,
        choices,
        usage,
      })
    const choice = (delta: object, finish_reason: string | null = null) =>
      chunk([{ index: 0, delta, logprobs: null, finish_reason }])
    return {
      start: [choice({ role: 'assistant', content: '' })],
      text: (content) => choice({ content }),
      end: (stop, output = 1) => [
        choice({}, { end: 'stop', length: 'length', filter: 'content_filter' }[stop]),
        chunk([], { prompt_tokens: toTokens(question), completion_tokens: output }),
        'data: [DONE]\n\n',
      ],
    }
  },

  anthropic: ({ model, text: question }) => {
    const event = (type: string, more: object = {}) => toEvent({ type, ...more }, type)
    return {
      start: [
        event('message_start', {
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model,
            content: [],
            stop_reason: null,
            usage: { input_tokens: toTokens(question), output_tokens: 1 },
          },
        }),
        event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
        event('ping'),
      ],
      text: (text) =>
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
      end: (stop, output_tokens = 1) => [
        event('content_block_stop', { index: 0 }),
        event('message_delta', {
          delta: {
            stop_reason: { end: 'end_turn', length: 'max_tokens', filter: 'refusal' }[stop],
            stop_sequence: null,
          },
          usage: { output_tokens },
        }),
        event('message_stop'),
      ],
    }
  },

  gemini: ({ model, text: question }) => {
    const chunk = (text: string, finishReason?: string, candidatesTokenCount?: number) =>
      toEvent({
        candidates: [
          {
            content: { parts: text === '' ? undefined : [{ text }], role: 'model' },
            finishReason,
            index: 0,
          },
        ],
        usageMetadata: { promptTokenCount: toTokens(question), candidatesTokenCount },
        modelVersion: model,
      })
    return {
      start: [],
      text: (text) => chunk(text),
      end: (stop, output = 1) => [
        chunk('', { end: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY' }[stop], output),
      ],
    }
  },
}

export const tooLong: Record<Dialect, string> = {
  openai: "context_length_exceeded: This model's maximum context length is 8192 tokens.",
  anthropic: 'prompt is too long: 208310 tokens > 200000 maximum',
  gemini: 'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).',
}

export function toError(dialect: Dialect, code: 400 | 503 = 503, message = wordsOfServer): string {
  if (dialect === 'anthropic') {
    const type = code === 400 ? 'invalid_request_error' : 'overloaded_error'
    return toEvent({ type: 'error', error: { type, message } }, 'error')
  }
  return toEvent({ error: { code, message, status: 'UNAVAILABLE' } })
}

export function toList(dialect: Dialect, modelNames: readonly string[]): object {
  if (dialect !== 'gemini') return { data: modelNames.map((id) => ({ id })), has_more: false }
  const embedding = { name: 'models/embedding', supportedGenerationMethods: ['embedContent'] }
  const supportedGenerationMethods = ['generateContent', 'countTokens']
  const models = modelNames.map((name) => ({ name: `models/${name}`, supportedGenerationMethods }))
  return { models: [...models, embedding] }
}

type Body = {
  model?: string
  messages?: { content: string }[]
  max_tokens?: number
  max_completion_tokens?: number
  contents?: { parts: { text: string }[] }[]
  generationConfig?: { maxOutputTokens: number }
}

export function toAsked(
  url: string,
  headers: IncomingMessage['headers'],
  body: Body = {},
): Asked | undefined {
  const listed = { '/v1/models': 'openai', '/v1/models?limit=1000': 'anthropic' } as const
  const isGeminis = url === '/v1beta/models?pageSize=1000'
  const listing = isGeminis ? 'gemini' : listed[url as keyof typeof listed]
  if (listing) return { dialect: listing, model: '', text: '', isListing: true }
  const common = {
    model: body.model ?? '',
    text: body.messages?.[0]?.content ?? '',
    isListing: false,
  }
  if (url === '/v1/chat/completions') return { dialect: 'openai', ...common }
  if (url === '/v1/messages' && headers['anthropic-version'] === '2023-06-01') {
    // The real one requires it.
    return body.max_tokens === undefined ? undefined : { dialect: 'anthropic', ...common }
  }
  const [, model] = /^\/v1beta\/models\/([^/]+):streamGenerateContent\?alt=sse$/.exec(url) ?? []
  const text = body.contents?.[0]?.parts[0]?.text
  if (model === undefined || text === undefined) return undefined
  return { dialect: 'gemini', model, text, isListing: false }
}

export function findKey(headers: IncomingMessage['headers']): string | undefined {
  const { authorization, 'x-api-key': xApiKey, 'x-goog-api-key': xGoogApiKey } = headers
  return authorization?.replace('Bearer ', '') ?? [xApiKey ?? xGoogApiKey].flat()[0]
}

function toEvent(data: object, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`
}

export function toTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

import { describe, expect, test } from 'vitest'
import { anthropic } from '#server/runs/models/dialects/anthropic.rules.ts'
import type { DialectRules } from '#server/runs/models/dialects/dialect.rules.ts'
import { gemini } from '#server/runs/models/dialects/gemini.rules.ts'
import { openai } from '#server/runs/models/dialects/openai.rules.ts'

const question = { model: 'm', text: 'a "b"\n{c}', maxOutput: 99, key: 'k' }

/** The events follow the providers' documentation; none was recorded here. */
describe("OpenAI's dialect", () => {
  const chunk = (more: object) => ({
    id: 'chatcmpl-123',
    object: 'chat.completion.chunk',
    created: 1_694_268_190,
    model: 'gpt-4o-mini',
    service_tier: 'default',
    system_fingerprint: 'fp_44709d6fcb',
    ...more,
  })
  const choice = (delta: object, finish_reason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason }], usage: null })

  test('requests a stream with usage, and names the limit as the server expects', () => {
    const {
      path,
      headers,
      body = '',
    } = openai.toRequest({
      ...question,
      baseUrl: 'https://openrouter.ai/api/v1',
    })
    expect([path, headers['authorization']]).toEqual(['/chat/completions', 'Bearer k'])
    expect(JSON.parse(body)).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: question.text }],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 99,
    })
    const own = openai.toRequest({ ...question, baseUrl: 'https://api.openai.com/v1' })
    expect(JSON.parse(own.body ?? '')).toMatchObject({ max_completion_tokens: 99 })
    expect(own.body).not.toContain('max_tokens')
  })

  test.each([
    ['the role', choice({ role: 'assistant', content: '', refusal: null }), {}],
    ['text', choice({ content: 'Hello' }), { text: 'Hello' }],
    [
      'thinking, as DeepSeek has it',
      choice({ content: null, reasoning_content: 'Hm' }),
      { thinking: 'Hm' },
    ],
    [
      'thinking, as OpenRouter has it',
      choice({ content: '', reasoning: 'Hm' }),
      { thinking: 'Hm' },
    ],
    [
      'thinking, as Mistral has it',
      choice({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }] }),
      { thinking: 'Hm' },
    ],
    [
      'parts, as Mistral has them',
      choice({ content: [{ type: 'text', text: '2 + ' }, null, 5, { type: 'text', text: '2' }] }),
      { text: '2 + 2' },
    ],
    ['a refusal', choice({ refusal: 'I must not.' }), { text: 'I must not.', stop: 'filter' }],
    [
      'a message that repeats what came, as Perplexity has it',
      chunk({ choices: [{ delta: { content: ' b' }, message: { content: 'a b' } }] }),
      { text: ' b' },
    ],
    ['a message', chunk({ choices: [{ message: { content: 'Hi' } }] }), { text: 'Hi' }],
    ['a text', chunk({ choices: [{ text: 'Hi', finish_reason: null }] }), { text: 'Hi' }],
    [
      'text among fields of other shapes',
      {
        choices: [{ delta: { content: 'Hi', refusal: 5, reasoning: [] }, finish_reason: 7 }],
        usage: 'x',
      },
      { text: 'Hi' },
    ],
    [
      'counts that are texts',
      chunk({ choices: [], usage: { prompt_tokens: '19', completion_tokens: '7' } }),
      { usage: { input: 19, output: 7 } },
    ],
    ['the end', choice({}, 'stop'), { stop: 'end' }],
    ['the end by a wish for tools', choice({}, 'tool_calls'), { stop: 'other' }],
    ['the end by length', choice({}, 'length'), { stop: 'length' }],
    ['the end by a filter', choice({}, 'content_filter'), { stop: 'filter' }],
    [
      'usage',
      chunk({
        choices: [],
        usage: {
          prompt_tokens: 19,
          completion_tokens: 10,
          total_tokens: 29,
          prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
        },
      }),
      { usage: { input: 19, output: 10 } },
    ],
    [
      'usage without choices, as vLLM has it',
      chunk({ choices: null, usage: { prompt_tokens: 1, completion_tokens: 2 } }),
      { usage: { input: 1, output: 2 } },
    ],
    [
      'usage beside the end, as Mistral has it',
      { ...choice({ content: '' }, 'stop'), usage: { prompt_tokens: 1, completion_tokens: 2 } },
      { stop: 'end', usage: { input: 1, output: 2 } },
    ],
    [
      'an error, as OpenRouter has it',
      { ...choice({ content: '' }, 'error'), error: { code: 429, message: 'Rate limited' } },
      { error: 'model_busy' },
    ],
    [
      'an error, as vLLM has it',
      { error: { object: 'error', message: 'x', type: 'BadRequestError', code: 400 } },
      { error: 'model_failed' },
    ],
    ['an error that is a text', { error: 'model "m" not found' }, { error: 'model_unknown' }],
    ['the filter of Azure before the first choice', { choices: [], prompt_filter_results: [] }, {}],
  ])('reads %s', (_, data, content) => expect(read(openai, data)).toEqual(content))

  test('reads its last event', () => {
    expect(openai.readEvent({ data: '[DONE]' })).toEqual({ isLast: true })
  })

  test('reads a list, and an empty one of Ollama', () => {
    const data = [{ id: 'gpt-5', object: 'model', created: 1_686_935_002, owned_by: 'openai' }]
    expect(openai.readList({ object: 'list', data })).toEqual(['gpt-5'])
    expect(openai.readList({ object: 'list', data: null })).toEqual([])
    expect(openai.readList({ message: 'Not Found' })).toBe(undefined)
  })
})

describe("Anthropic's dialect", () => {
  const delta = (type: string, more: object) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type, ...more },
  })
  const end = (stop_reason: string) => ({
    type: 'message_delta',
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: 15 },
  })

  test('requests a stream of an API version', () => {
    const { path, headers, body = '' } = anthropic.toRequest({ ...question, baseUrl: '' })
    expect(path).toBe('/v1/messages')
    expect(headers).toMatchObject({ 'anthropic-version': '2023-06-01', 'x-api-key': 'k' })
    expect(JSON.parse(body)).toEqual({
      model: 'm',
      max_tokens: 99,
      messages: [{ role: 'user', content: question.text }],
      stream: true,
    })
  })

  test.each([
    [
      'the start, with all tokens that are read',
      {
        type: 'message_start',
        message: {
          id: 'msg_1nZdL29xx5MUA1yADyHTEsnR8uuvGzszyS',
          type: 'message',
          role: 'assistant',
          content: [],
          model: 'claude-opus-4-6',
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: 25,
            cache_creation_input_tokens: 3,
            cache_read_input_tokens: 2,
            output_tokens: 1,
          },
        },
      },
      { usage: { input: 30 } },
    ],
    ['a block', { type: 'content_block_start', index: 0, content_block: { type: 'text' } }, {}],
    [
      'a block that begins with text',
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hi' } },
      { text: 'Hi' },
    ],
    [
      'text among fields of other shapes',
      { ...delta('text_delta', { text: 'Hi', stop_reason: 5 }), usage: [], message: 'x' },
      { text: 'Hi' },
    ],
    ['a ping', { type: 'ping' }, {}],
    ['text', delta('text_delta', { text: 'Hello' }), { text: 'Hello' }],
    ['thinking', delta('thinking_delta', { thinking: 'Let me' }), { thinking: 'Let me' }],
    ['a signature', delta('signature_delta', { signature: 'EqQB' }), {}],
    ['the end', end('end_turn'), { stop: 'end', usage: { output: 15 } }],
    ['the end by length', end('max_tokens'), { stop: 'length', usage: { output: 15 } }],
    ['the end by a filter', end('refusal'), { stop: 'filter', usage: { output: 15 } }],
    ['its last word', { type: 'message_stop' }, { isLast: true }],
    ['what is yet to be invented', { type: 'new_kind', delta: { type: 'x' } }, {}],
    [
      'an error after a start',
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      { error: 'model_busy' },
    ],
    [
      'an error of the key',
      { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
      { error: 'key_refused' },
    ],
    ['an error without a kind', { type: 'error' }, { error: 'model_failed' }],
  ])('reads %s', (_, data, content) => expect(read(anthropic, data)).toEqual(content))

  test('reads a list', () => {
    const data = [{ type: 'model', id: 'claude-opus-4-6', display_name: 'Claude Opus 4.6' }]
    expect(anthropic.readList({ data, has_more: false })).toEqual(['claude-opus-4-6'])
    expect(anthropic.readList([])).toBe(undefined)
  })
})

describe("Gemini's dialect", () => {
  const chunk = (parts: object[] | undefined, more: object = {}) => ({
    candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
    usageMetadata: {
      promptTokenCount: 4,
      totalTokenCount: 4,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 4 }],
    },
    modelVersion: 'gemini-2.5-flash',
    responseId: 'mAitaLmkHPPlz7IPvtfUqQ4',
  })
  const usage = { usage: { input: 4 } }

  test('requests an event stream, with either form of the model name', () => {
    for (const model of ['gemini-2.5-flash', 'models/gemini-2.5-flash']) {
      const { path, headers, body = '' } = gemini.toRequest({ ...question, model, baseUrl: '' })
      expect(path).toBe('/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse')
      expect(headers).toMatchObject({ 'x-goog-api-key': 'k' })
      expect(JSON.parse(body)).toEqual({
        contents: [{ role: 'user', parts: [{ text: question.text }] }],
        generationConfig: { maxOutputTokens: 99 },
      })
    }
    const { path } = gemini.toRequest({ ...question, model: '../../x?y#z', baseUrl: '' })
    expect(path).toBe('/v1beta/models/..%2F..%2Fx%3Fy%23z:streamGenerateContent?alt=sse')
  })

  test.each([
    ['text', chunk([{ text: 'Hel' }, { text: 'lo' }]), { text: 'Hello', ...usage }],
    ['thinking', chunk([{ text: 'Let me', thought: true }]), { thinking: 'Let me', ...usage }],
    [
      'text among fields of other shapes',
      chunk([{ text: 'Hi', thought: 'no' }, { text: 5 }], { finishReason: 3, index: 'x' }),
      { text: 'Hi', ...usage },
    ],
    ['a signature', chunk([{ text: '', thoughtSignature: 'EjQKMgEM' }]), usage],
    [
      'the end, with the tokens of its thinking',
      {
        ...chunk([{ text: '.' }], { finishReason: 'STOP' }),
        usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 10, thoughtsTokenCount: 30 },
      },
      { text: '.', stop: 'end', usage: { input: 4, output: 40 } },
    ],
    [
      'the end by length',
      chunk(undefined, { finishReason: 'MAX_TOKENS' }),
      { stop: 'length', ...usage },
    ],
    ['the end by a filter', chunk([], { finishReason: 'SAFETY' }), { stop: 'filter', ...usage }],
    [
      'the end by a filter of pictures',
      chunk([], { finishReason: 'IMAGE_SAFETY' }),
      { stop: 'filter', ...usage },
    ],
    [
      'the end by a broken call of a tool',
      chunk([], { finishReason: 'MALFORMED_FUNCTION_CALL' }),
      { stop: 'other', ...usage },
    ],
    [
      'a prompt that is blocked',
      { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: {} },
      { stop: 'filter' },
    ],
    [
      'an error',
      { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } },
      { error: 'model_busy' },
    ],
  ])('reads %s', (_, data, content) => expect(read(gemini, data)).toEqual(content))

  test('reads a list, without models that cannot answer prompts', () => {
    const models = [
      { name: 'models/gemini-2.5-flash', supportedGenerationMethods: ['generateContent'] },
      { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
    ]
    expect(gemini.readList({ models })).toEqual(['gemini-2.5-flash'])
    expect(gemini.readList('x')).toBe(undefined)
  })
})

test.each(Object.entries({ openai, anthropic, gemini }))(
  'The dialect %s is not led astray by what is none of it',
  (_, dialect) => {
    for (const data of ['', '{', 'null', '[]', '"x"', '1']) {
      expect([data, dialect.readEvent({ data })]).toEqual([data, { error: 'model_failed' }])
    }
    const strange = { choices: 5, type: 5, candidates: 5, usage: 5, usageMetadata: 5 }
    expect(read(dialect, strange)).toEqual({})
    for (const tokens of [-1, 1.5, 1e300, '-1', '1e3', {}]) {
      const usage = { prompt_tokens: tokens, output_tokens: tokens, input_tokens: tokens }
      const content = read(dialect, {
        type: 'message_delta',
        usage,
        choices: [],
        usageMetadata: { promptTokenCount: tokens },
      })
      expect(content.usage).toBe(undefined)
    }
  },
)

function read(dialect: DialectRules, data: object) {
  return dialect.readEvent({ data: JSON.stringify(data) })
}

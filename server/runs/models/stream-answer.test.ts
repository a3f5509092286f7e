import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { dialects, type Dialect } from '#contract/runs/connections.ts'
import { defaultBounds } from '#server/runs/models/guarded-request.ts'
import { ModelError } from '#server/runs/models/model-error.ts'
import { fetchModels, streamAnswer, type AnswerPiece } from '#server/runs/models/stream-answer.ts'
import type { ModelTarget } from '#server/core/runner.ts'
import {
  modelNames,
  startModelServer,
  wordsOfServer,
  wrongKey,
  type Behaviour,
  type ModelServer,
} from '#tests/support/servers/model-server.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const question = 'Größe 📚 {a}\n"quoted" \\ end'
/** For servers that never respond; others may be slow on a busy machine. */
const impatient = { ...defaultBounds, silenceMs: 150 }

describe.each(dialects)('A model that speaks %s', (dialect) => {
  test('answers in pieces, counts tokens, and reports last why it stopped', async () => {
    const { text, usage, stop, last } = await read(toTarget(dialect, 'echo'))
    expect(text).toBe(`Answer to: ${question}`)
    expect(usage).toEqual({
      input: Math.ceil(question.length / 4),
      output: Math.ceil(text.length / 4),
    })
    expect(stop).toBe('end')
    expect(last).toEqual({ stop: 'end' })
  })

  test('answers the same byte by byte', async () => {
    const { text, stop } = await read(toTarget(dialect, 'dribble'))
    expect([text, stop]).toEqual([`Answer to: ${question}`, 'end'])
  })

  test('receives its maximum tokens, and reports when it reached them', async () => {
    const { stop } = await read(toTarget(dialect, 'short'))
    expect(stop).toBe('length')
    expect(JSON.stringify(server.requests.at(-1)?.body)).toMatch(/"max_?(?:output)?_?tokens":77/i)
  })

  test.each<[Behaviour, string, isHalfThere?: boolean]>([
    ['silent-at-once', 'model_silent'],
    ['silent', 'model_silent'],
    ['silent-after', 'model_silent', true],
    ['cut', 'model_cut', true],
    ['unfinished', 'model_cut', true],
    ['nonsense', 'model_failed'],
    ['no-http', 'model_endpoint_missing'],
    ['page', 'model_endpoint_missing'],
    ['compressed', 'model_failed'],
    ['refusing-slowly', 'model_busy'],
    ['redirect', 'model_endpoint_missing'],
    ['flood', 'answer_too_long'],
    ['no-key', 'key_refused'],
    ['unpaid', 'model_unpaid'],
    ['unknown', 'model_unknown'],
    ['too-long', 'run_too_long'],
    ['busy', 'model_busy'],
    ['overloaded', 'model_busy'],
    ['failing', 'model_failed'],
    ['filtered', 'run_filtered', true],
    ['filtered-before', 'run_filtered'],
    ['failing-inside', 'model_busy', true],
    ['early-hints', 'model_failed'],
    ['large-error', 'model_failed'],
  ])('that is %s fails with %s', async (model, code, isHalfThere = false) => {
    const isSilent = code === 'model_silent' || model === 'refusing-slowly'
    const bounds = isSilent ? impatient : defaultBounds
    // Enough that the limit of characters is reached before that of bytes, which counts unread ones too.
    const maxOutput = model === 'flood' ? 1_000 : undefined
    const { text, error, stop } = await read(toTarget(dialect, model), {}, bounds, maxOutput)
    expect([error?.code, stop]).toEqual([code, undefined])
    expect(JSON.stringify([error, error?.message, error?.cause])).not.toContain(wordsOfServer)
    if (isHalfThere) expect(`Answer to: ${question}`.startsWith(text) && text !== '').toBe(true)
    else if (model !== 'flood') expect(text).toBe('')
  })

  test('is parsed with events without data, and with events separated by one line break', async () => {
    for (const model of ['keeping-alive', 'one-break']) {
      const { text, stop } = await read(toTarget(dialect, model))
      expect([model, text, stop]).toEqual([model, `Answer to: ${question}`, 'end'])
    }
  })

  test('may think until it has no tokens left', async () => {
    const { text, thinking, stop, usage } = await read(toTarget(dialect, 'thinking-only'))
    expect([text, thinking, stop, usage.output]).toEqual(['', 'Hm. ', 'length', 450])
  })

  test('has its request aborted when the caller stops', async () => {
    const stopping = new AbortController()
    const reading = read(toTarget(dialect, 'endless'), { signal: stopping.signal })
    setTimeout(() => stopping.abort(new Error('enough')), 120)
    await expect(reading).rejects.toThrow('enough')
    await expect.poll(() => server.open).toBe(0)

    for await (const piece of ask(toTarget(dialect, 'endless'))) if ('text' in piece) break
    await expect.poll(() => server.open).toBe(0)
  })

  test('receives no request if the signal is already aborted', async () => {
    const before = server.requests.length
    const reading = read(toTarget(dialect, 'echo'), { signal: AbortSignal.abort(new Error('no')) })
    await expect(reading).rejects.toThrow('no')
    expect(server.requests).toHaveLength(before)
  })

  test('has negative token counts ignored', async () => {
    const { usage } = await read(toTarget(dialect, 'negative-usage'))
    expect(usage.output ?? 0).toBeGreaterThanOrEqual(0)
  })

  test('reports when to retry', async () => {
    const { error } = await read(toTarget(dialect, 'busy'))
    expect(error?.retryAfter).toBe(7)
  })

  test('receives its key in its own header, and no header without a key', async () => {
    await read({ ...toTarget(dialect, 'echo'), key: 'sk-1' })
    const header = {
      openai: { authorization: 'Bearer sk-1' },
      anthropic: { 'x-api-key': 'sk-1' },
      gemini: { 'x-goog-api-key': 'sk-1' },
    }
    expect(server.requests.at(-1)?.headers).toMatchObject(header[dialect])
    expect(server.requests.at(-1)?.url).not.toContain('sk-1')
    await read(toTarget(dialect, 'echo'))
    const [name = ''] = Object.keys(header[dialect])
    expect(server.requests.at(-1)?.headers).not.toHaveProperty(name)
  })

  test('lists its models, if the key is valid', async () => {
    const target = toTarget(dialect, '')
    expect(await fetchModels(target)).toEqual(modelNames)
    await expect(fetchModels({ ...target, key: wrongKey })).rejects.toMatchObject({
      code: 'key_refused',
    })
  })

  test('is also found by an address with the version', async () => {
    const version = { openai: '', anthropic: '/v1', gemini: '/v1beta' }[dialect]
    const target = toTarget(dialect, 'echo')
    const { stop } = await read({ ...target, baseUrl: target.baseUrl + version })
    expect(stop).toBe('end')
  })
})

describe("A server with its own variant of OpenAI's dialect", () => {
  test.each(['openai', 'deepseek', 'groq', 'perplexity'])(
    'returns 8,192 tokens completely, in the events of %s',
    async (who) => {
      const { text, stop, usage } = await read(
        toTarget('openai', `long-${who}`),
        {},
        defaultBounds,
        8_192,
      )
      expect(text).toBe(' word'.repeat(8_192))
      expect([stop, usage.output]).toEqual(['end', 8_192])
    },
  )

  test('may think for 8,192 tokens', async () => {
    const target = toTarget('openai', 'long-thinking')
    const { text, thinking, stop } = await read(target, {}, defaultBounds, 8_192)
    expect([text, stop]).toEqual(['At last.', 'end'])
    expect(thinking).toBe(' word'.repeat(8_192))
  })

  test('has a limit of characters, too', async () => {
    const { text, error } = await read(toTarget('openai', 'flood'), {}, defaultBounds, 8_192)
    expect([text.length, error?.code]).toEqual([2_000_000, 'answer_too_long'])
  })

  test('has a limit of events derived from the requested tokens', async () => {
    const { text, error } = await read(toTarget('openai', 'letters'), {}, defaultBounds, 1_000)
    expect(error?.code).toBe('answer_too_long')
    expect(text.length).toBeGreaterThan(13_000)
    expect(text.length).toBeLessThanOrEqual(14_000)
  })

  test('has a limit on the wire derived from the requested tokens', async () => {
    const { error } = await read(toTarget('openai', 'long-perplexity'), {}, defaultBounds, 1_000)
    expect(error?.code).toBe('model_failed')
  })

  test('may send an answer in parts, including thinking', async () => {
    const { text, thinking, stop } = await read(toTarget('openai', 'parts'))
    expect([text, thinking, stop]).toEqual([`Answer to: ${question}`, 'Hm.', 'end'])
  })

  test('may refuse in its own words, which are kept', async () => {
    const { text, error, usage } = await read(toTarget('openai', 'declining'))
    expect([text, error?.code, usage.output]).toEqual(['I must not.', 'run_filtered', 4])
  })

  test('fails if it calls tools instead of answering', async () => {
    const { text, error } = await read(toTarget('openai', 'wishing-for-tools'))
    expect([text, error?.code]).toEqual(['', 'model_failed'])
  })
})

describe.each(dialects)('A third-party server in the dialect %s', (dialect) => {
  test('parses our requests, and its answers are parsed', async () => {
    const mock = new LLMock({ port: 0, chunkSize: 7, strict: true })
    const content = 'Grüße aus “Köln” 📚\n\nEnde'
    mock.onMessage(question, { content, usage })
    await mock.start()
    onTestFinished(() => mock.stop())
    const baseUrl = dialect === 'openai' ? `${mock.url}/v1` : mock.url
    const target = { ...toTarget(dialect, modelOf[dialect]), key: 'any', baseUrl }
    const { text, stop, usage: counted } = await read(target)
    expect([text, stop]).toEqual([content, 'end'])
    expect(counted).toEqual({ input: 12, output: 34 })
    const [asked] = mock.getRequests()
    expect(asked?.body).toMatchObject({ stream: true })
  })
})

const modelOf = {
  openai: 'gpt-4o-mini',
  anthropic: 'claude-sonnet-4-5',
  gemini: 'gemini-2.5-flash',
}
/** In each provider's format; the server accepts those that it supports. */
const usage = {
  prompt_tokens: 12,
  completion_tokens: 34,
  input_tokens: 12,
  output_tokens: 34,
  promptTokenCount: 12,
  candidatesTokenCount: 34,
}

test('A server that does not exist is unreachable', async () => {
  const gone = await startModelServer()
  const target = { ...toTarget('openai', 'echo'), baseUrl: gone.baseUrls.openai }
  await gone.close()
  expect((await read(target)).error?.code).toBe('model_unreachable')
})

test('A response of another shape is not a list of models', async () => {
  const target = { ...toTarget('openai', ''), baseUrl: `${server.origin}/elsewhere` }
  await expect(fetchModels(target)).rejects.toMatchObject({ code: 'model_endpoint_missing' })
  const other = { ...toTarget('gemini', ''), dialect: 'openai' as const }
  await expect(fetchModels({ ...other, baseUrl: `${server.origin}/v1beta` })).rejects.toThrow()
})

test('An answer that takes too long is cut off', async () => {
  const { error, text } = await read(
    toTarget('openai', 'endless'),
    {},
    { ...defaultBounds, wholeMs: 200 },
  )
  expect(error?.code).toBe('model_cut')
  expect(text).toContain('more')
})

function toTarget(dialect: Dialect, model: string): ModelTarget {
  return { dialect, baseUrl: server.baseUrls[dialect], model, key: '', reach: 'anywhere' }
}

function ask(
  target: ModelTarget,
  options: { signal?: AbortSignal } = {},
  within = defaultBounds,
  maxOutput = 77,
) {
  return streamAnswer(target, { text: question, maxOutput, ...options }, within)
}

async function read(
  target: ModelTarget,
  options: { signal?: AbortSignal } = {},
  within = defaultBounds,
  maxOutput = 77,
) {
  let text = ''
  let thinking = ''
  const usage: { input?: number; output?: number } = {}
  let stop: string | undefined
  let last: AnswerPiece | undefined
  try {
    for await (const piece of ask(target, options, within, maxOutput)) {
      last = piece
      if ('text' in piece) text += piece.text
      else if ('thinking' in piece) thinking += piece.thinking
      else if ('usage' in piece) Object.assign(usage, piece.usage)
      else if ('stop' in piece) stop = piece.stop
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { text, thinking, usage, stop, last, error }
  }
  return { text, thinking, usage, stop, last, error: undefined }
}

import { createParser } from 'eventsource-parser'
import { anthropic } from '#server/runs/models/dialects/anthropic.rules.ts'
import type {
  DialectRequest,
  DialectRules,
  Stop,
  Usage,
} from '#server/runs/models/dialects/dialect.rules.ts'
import {
  readRetryAfter,
  refusalLength,
  toErrorCode,
} from '#server/runs/models/dialects/failures.rules.ts'
import { gemini } from '#server/runs/models/dialects/gemini.rules.ts'
import { openai } from '#server/runs/models/dialects/openai.rules.ts'
import {
  sendGuarded,
  defaultBounds,
  type Bounds,
  type GuardedAnswer,
} from '#server/runs/models/guarded-request.ts'
import { ModelError } from '#server/runs/models/model-error.ts'
import type { ModelTarget, ServerTarget } from '#server/core/runner.ts'

/**
 * A piece of an answer: first that the request is accepted, then text, thinking and token counts, and last why it
 * ended. `length`: the answer was truncated at its maximum tokens.
 */
export type AnswerPiece =
  | { isAccepted: true }
  | { text: string }
  | { thinking: string }
  | { usage: Usage }
  | { stop: 'end' | 'length' }

type AnswerRequest = { text: string; maxOutput: number; signal?: AbortSignal }

const dialects: Record<ServerTarget['dialect'], DialectRules> = { openai, anthropic, gemini }

/** Characters of an answer, and of the thinking before it. Far more than any model returns. */
const maxCharacters = 2_000_000
/** Characters of an event. Some servers separate events by one line break, which makes a whole stream one event. */
const maxEventCharacters = 3_000_000
/** Bytes on the wire. Recorded events have up to 705 bytes per token. */
const bytesPerToken = 2_000
/** Events without text, and events per token: models send about one. Each costs time, however short it is. */
const otherEvents = 10_000
const eventsPerToken = 4
/** Reading for less time than this is not worth a pause. */
const shortMs = 2
/**
 * Chunks of all answers are read one at a time, so that even with thousands of tiny events, half of the time is left
 * for other requests.
 */
let lastTurn = Promise.resolve()

/**
 * Sends a prompt to a model and streams its answer. Only the last of several token counts is valid.
 *
 * @throws ModelError, also after pieces; the signal's reason once it is aborted
 */
export async function* streamAnswer(
  target: ModelTarget,
  { text, maxOutput, signal }: AnswerRequest,
  bounds = defaultBounds,
): AsyncGenerator<AnswerPiece, void, undefined> {
  const { toRequest, readEvent } = dialects[target.dialect]
  const request = toRequest({ ...target, text, maxOutput })
  const maxBytes = bounds.maxBytes + maxOutput * bytesPerToken
  const answer = await send(target, request, signal, { ...bounds, maxBytes })
  let stop: Stop | undefined
  let written = 0
  let thought = 0
  let eventsLeft = otherEvents + maxOutput * eventsPerToken
  try {
    const events = readEvents(answer)
    yield { isAccepted: true }
    for await (const event of events) {
      if (--eventsLeft < 0) throw new ModelError('answer_too_long')
      const { error, text: piece = '', thinking = '', ...content } = readEvent(event)
      if (error) throw new ModelError(error)
      written += piece.length
      thought += thinking.length
      if (Math.max(written, thought) > maxCharacters) throw new ModelError('answer_too_long')
      if (thinking !== '') yield { thinking }
      if (piece !== '') yield { text: piece }
      // After the text, because the count includes it.
      if (content.usage) yield { usage: content.usage }
      // A refusal is followed by the reason of a normal end.
      if (stop !== 'filter') stop = content.stop ?? stop
      if (content.isLast) {
        stop ??= 'end'
        break
      }
    }
  } catch (error) {
    // The answer is complete; only a last token count may be missing.
    const isWhole = stop !== undefined && error instanceof ModelError && isBroken(error)
    if (!isWhole) throw error
  } finally {
    answer.close()
  }
  if (stop === undefined) throw new ModelError('model_cut')
  if (stop === 'filter') throw new ModelError('run_filtered')
  if (stop === 'other' && written === 0) throw new ModelError('model_failed')
  yield { stop: stop === 'length' ? 'length' : 'end' }
}

/**
 * Fetches the list of a server's models.
 *
 * @throws ModelError
 */
export async function fetchModels(target: ServerTarget, bounds = defaultBounds): Promise<string[]> {
  const { toListRequest, readList } = dialects[target.dialect]
  const answer = await send(target, toListRequest(target.key), undefined, bounds).catch(
    (error: unknown) => {
      // No model was named: a 404 is caused by the address.
      const isMissing = error instanceof ModelError && error.code === 'model_unknown'
      throw isMissing ? new ModelError('model_endpoint_missing') : error
    },
  )
  const chunks: Buffer[] = []
  for await (const chunk of answer.chunks) chunks.push(chunk)
  const models = readList(parseJson(Buffer.concat(chunks).toString()))
  if (models === undefined) throw new ModelError('model_endpoint_missing')
  return models
}

async function send(
  { baseUrl, reach }: ServerTarget,
  { path, ...request }: DialectRequest,
  signal: AbortSignal | undefined,
  bounds: Bounds,
): Promise<GuardedAnswer> {
  const url = joinAddress(baseUrl, path)
  const answer = await sendGuarded({ ...request, url, reach, signal }, bounds)
  if (answer.status === 200) return answer
  let refusal = ''
  try {
    for await (const chunk of answer.chunks) {
      refusal += chunk.toString('latin1')
      if (refusal.length > refusalLength) break
    }
  } catch (error) {
    // The status is enough if the body is cut off.
    if (!(error instanceof ModelError)) throw error
  }
  const code = toErrorCode(answer.status, refusal)
  throw new ModelError(code, readRetryAfter(answer.headers['retry-after']))
}

/** Joins an address and a path without repeating the version, which many users enter with the address. */
function joinAddress(baseUrl: string, path: string): string {
  const [version = ''] = /^\/v1(?:beta)?(?=\/)/.exec(path) ?? []
  const base =
    version !== '' && baseUrl.endsWith(version) ? baseUrl.slice(0, -version.length) : baseUrl
  return base + path
}

/** @throws ModelError, immediately if the response is not an event stream */
function readEvents({ headers, chunks }: GuardedAnswer): AsyncGenerator<{ data: string }> {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (/^text\/html\b/i.test(headers['content-type'] ?? '')) {
    throw new ModelError('model_endpoint_missing')
  }
  // For example a proxy that always compresses.
  if (!/^text\/event-stream\b/i.test(headers['content-type'] ?? '') || encoding !== 'identity') {
    throw new ModelError('model_failed')
  }
  return parseEvents(chunks)
}

async function* parseEvents(chunks: AsyncIterable<Buffer>) {
  const decoder = new TextDecoder()
  let events: { data: string }[] = []
  let isTooLong = false
  const parser = createParser({
    maxBufferSize: maxEventCharacters,
    onEvent: ({ data }) => void events.push(...splitEvent(data)),
    onError: ({ type }) => (isTooLong ||= type === 'max-buffer-size-exceeded'),
  })
  const feed = (text: string) => {
    events = []
    parser.feed(text)
    if (isTooLong) throw new ModelError('model_failed')
    return events
  }
  for await (const chunk of chunks) {
    const turn = Promise.withResolvers<void>()
    const before = lastTurn
    lastTurn = turn.promise
    await before
    const began = performance.now()
    try {
      yield* feed(decoder.decode(chunk, { stream: true }))
    } finally {
      const tookMs = performance.now() - began
      if (tookMs < shortMs) turn.resolve()
      else setTimeout(turn.resolve, tookMs)
    }
  }
  // Some servers omit the blank line after the last event.
  yield* feed(`${decoder.decode()}\n\n`)
}

/** Drops keep-alive events without data, and splits events that only one line break separates. */
function splitEvent(data: string): { data: string }[] {
  const lines = data.split('\n')
  const isOne = lines.length === 1 || parseJson(data) !== undefined
  return (isOne ? [data] : lines)
    .filter((part) => part.trim() !== '')
    .map((part) => ({ data: part }))
}

function isBroken({ code }: ModelError): boolean {
  return code === 'model_cut' || code === 'model_silent'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

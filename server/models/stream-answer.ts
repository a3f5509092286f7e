import { createParser } from 'eventsource-parser'
import { anthropic } from '#server/models/dialects/anthropic.rules.ts'
import type {
  DialectRequest,
  DialectRules,
  Stop,
  Usage,
} from '#server/models/dialects/dialect.rules.ts'
import {
  readRetryAfter,
  refusalLength,
  toErrorCode,
} from '#server/models/dialects/failures.rules.ts'
import { gemini } from '#server/models/dialects/gemini.rules.ts'
import { openai } from '#server/models/dialects/openai.rules.ts'
import {
  sendGuarded,
  defaultBounds,
  type Bounds,
  type GuardedAnswer,
} from '#server/models/guarded-request.ts'
import { ModelError } from '#server/models/model-error.ts'
import type { ModelTarget, ServerTarget } from '#server/models/targets.rules.ts'

/**
 * What comes of an answer: that the request is accepted, text and thinking in pieces, tokens as soon as the server
 * counts them, and last of all why it ended. `length`: the answer is cut at the tokens that it may have.
 */
export type AnswerPiece =
  | { isAccepted: true }
  | { text: string }
  | { thinking: string }
  | { usage: Usage }
  | { stop: 'end' | 'length' }

type AnswerRequest = { text: string; maxOutput: number; signal?: AbortSignal }

const dialects: Record<ServerTarget['dialect'], DialectRules> = { openai, anthropic, gemini }

/** Characters of an answer, and of the thinking before it. Far more than any model gives. */
const maxCharacters = 2_000_000
/** Characters of an event: some servers part events by one line break, which makes all of them one. */
const maxEventCharacters = 3_000_000
/** On the wire. Recorded events have up to 705 bytes for a token. */
const bytesPerToken = 2_000

/**
 * Asks a model, and yields its answer as it comes. A server may count tokens several times: the last counts.
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
  try {
    const events = readEvents(answer)
    yield { isAccepted: true }
    for await (const event of events) {
      const { error, text: piece = '', thinking = '', ...content } = readEvent(event)
      if (error) throw new ModelError(error)
      written += piece.length
      thought += thinking.length
      if (Math.max(written, thought) > maxCharacters) throw new ModelError('model_failed')
      if (thinking !== '') yield { thinking }
      if (piece !== '') yield { text: piece }
      // It counts what has come with it.
      if (content.usage) yield { usage: content.usage }
      // A refusal ends like any other answer.
      if (stop !== 'filter') stop = content.stop ?? stop
      if (content.isLast) {
        stop ??= 'end'
        break
      }
    }
  } catch (error) {
    // The answer is whole: only a last count may be missing.
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
 * Asks a server for the models that it has.
 *
 * @throws ModelError
 */
export async function fetchModels(target: ServerTarget, bounds = defaultBounds): Promise<string[]> {
  const { toListRequest, readList } = dialects[target.dialect]
  const answer = await send(target, toListRequest(target.key), undefined, bounds)
  const chunks: Buffer[] = []
  for await (const chunk of answer.chunks) chunks.push(chunk)
  const models = readList(parseJson(Buffer.concat(chunks).toString()))
  if (models === undefined) throw new ModelError('model_failed')
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
    // The status says enough, if a refusal breaks off.
    if (!(error instanceof ModelError)) throw error
  }
  const code = toErrorCode(answer.status, refusal)
  throw new ModelError(code, readRetryAfter(answer.headers['retry-after']))
}

/** Many give the address with the version in which the path begins. */
function joinAddress(baseUrl: string, path: string): string {
  const [version = ''] = /^\/v1(?:beta)?(?=\/)/.exec(path) ?? []
  const base =
    version !== '' && baseUrl.endsWith(version) ? baseUrl.slice(0, -version.length) : baseUrl
  return base + path
}

/** @throws ModelError, at once if the answer is no stream of events */
function readEvents({ headers, chunks }: GuardedAnswer): AsyncGenerator<{ data: string }> {
  const encoding = headers['content-encoding'] ?? 'identity'
  // A page of a proxy, for example, or one that compresses whatever is asked for.
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
  for await (const chunk of chunks) yield* feed(decoder.decode(chunk, { stream: true }))
  // Some servers leave out the empty line after the last event.
  yield* feed(`${decoder.decode()}\n\n`)
}

/** Leaves out events without data, which keep a connection alive, and parts those that only one line break parts. */
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

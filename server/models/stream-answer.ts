import { createParser } from 'eventsource-parser'
import { anthropic } from '#server/models/dialects/anthropic.rules.ts'
import type {
  DialectRequest,
  DialectRules,
  EventContent,
  Usage,
} from '#server/models/dialects/dialect.rules.ts'
import { readRetryAfter, toErrorCode } from '#server/models/dialects/failures.rules.ts'
import { gemini } from '#server/models/dialects/gemini.rules.ts'
import { openai } from '#server/models/dialects/openai.rules.ts'
import { sendGuarded, usualBounds, type GuardedAnswer } from '#server/models/guarded-request.ts'
import { ModelError } from '#server/models/model-error.ts'
import type { ModelTarget, ServerTarget } from '#server/models/targets.rules.ts'

/**
 * What comes of an answer: its text in pieces, tokens as soon as the server counts them, and last of all why
 * it ended. `length`: the answer is cut at the tokens that it may have.
 */
export type AnswerPiece = { text: string } | { usage: Usage } | { stop: 'end' | 'length' }

type Wish = { text: string; maxOutput: number; signal?: AbortSignal }

const dialects: Record<ServerTarget['dialect'], DialectRules> = { openai, anthropic, gemini }

/** What is looked at of a refusal. */
const refusalBytes = 16_000

/**
 * Asks a model, and yields its answer as it comes. A server may count tokens several times: the last counts.
 *
 * @throws ModelError, also after pieces; the signal's reason once it is aborted
 */
export async function* streamAnswer(
  target: ModelTarget,
  { text, maxOutput, signal }: Wish,
  bounds = usualBounds,
): AsyncGenerator<AnswerPiece, void, undefined> {
  const { toRequest, readEvent } = dialects[target.dialect]
  const request = toRequest({ ...target, text, maxOutput })
  const answer = await send(target, request, signal, bounds)
  let stop: EventContent['stop']
  try {
    for await (const event of readEvents(answer)) {
      const content = readEvent(event)
      if (content.error) throw new ModelError(content.error)
      if (content.usage) yield { usage: content.usage }
      if (content.text) yield { text: content.text }
      stop = content.stop ?? stop
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
  yield { stop }
}

/**
 * Asks a server for the models that it has.
 *
 * @throws ModelError
 */
export async function askForModels(target: ServerTarget, bounds = usualBounds): Promise<string[]> {
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
  bounds: typeof usualBounds,
): Promise<GuardedAnswer> {
  const url = joinAddress(baseUrl, path)
  const answer = await sendGuarded({ ...request, url, reach, signal }, bounds)
  if (answer.status === 200) return answer
  let refusal = ''
  try {
    for await (const chunk of answer.chunks) {
      refusal += chunk.toString('latin1')
      if (refusal.length > refusalBytes) break
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

async function* readEvents({ headers, chunks }: GuardedAnswer) {
  const encoding = headers['content-encoding'] ?? 'identity'
  // A page of a proxy, for example, or one that compresses whatever is asked for.
  if (!/^text\/event-stream\b/i.test(headers['content-type'] ?? '') || encoding !== 'identity') {
    throw new ModelError('model_failed')
  }
  const decoder = new TextDecoder()
  let events: { event?: string | undefined; data: string }[] = []
  const parser = createParser({ onEvent: (event) => void events.push(event) })
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    yield* events
    events = []
  }
  // Some servers leave out the empty line after the last event.
  parser.feed(`${decoder.decode()}\n\n`)
  yield* events
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

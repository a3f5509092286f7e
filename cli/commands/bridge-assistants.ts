import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { describeError, reasonOf } from '#cli/server/describe-error.ts'
import { exitCodes, type Command, type Context, type Server } from '#cli/core/define-command.ts'
import {
  CallError,
  codeOf,
  failureOf,
  longestMs,
  readText,
  sendTo,
  UnreachableError,
} from '#cli/server/make-client.ts'
import { fillText } from '#cli/core/texts.ts'

/** A JSON-RPC message. Only the fields needed to pass it on are read. */
type Message = {
  jsonrpc?: unknown
  id?: unknown
  method?: unknown
  params?: { _meta?: Record<string, unknown>; [name: string]: unknown }
  result?: { protocolVersion?: unknown; capabilities?: { prompts?: { listChanged?: unknown } } }
}

/** What a client of an older revision and the server have negotiated. */
type Agreed = {
  version?: string
  /** Whether the server announces changes. */
  announces?: boolean
}

/** The answers that last until the client or the server ends them, by the request's id. */
type Subscriptions = Map<unknown, AbortController>

const versionKey = 'io.modelcontextprotocol/protocolVersion'
/** The parameter that the header `Mcp-Name` repeats, by method. */
const namedBy: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}
const parseError = -32_700
const serverError = -32_000
/** How long an answer may take, and a stream may be silent. The server's streams are never silent for 30 seconds. */
const patienceMs = 2 * longestMs
/** Delays before the stream of announcements is opened again, in milliseconds; the last one repeats. */
const retryDelays = [1_000, 5_000, 15_000]

/**
 * The Model Context Protocol over stdio: passes each message to the server, and its answer back. Exits when stdin ends.
 */
export const bridgeAssistants: Command = {
  name: 'mcp',
  operands: { least: 0, most: 0 },
  options: {},
  async run(context) {
    process.stdout.once('error', (error: NodeJS.ErrnoException) => {
      const isReaderGone = error.code === 'EPIPE'
      const { texts, say } = context
      const reason = reasonOf(error, texts)
      if (!isReaderGone) say(fillText(texts.failed.notWritten, { reason }))
      process.exit(isReaderGone ? 0 : exitCodes.failed)
    })
    const underway = new Set<Promise<void>>()
    const agreed: Agreed = {}
    const subscriptions: Subscriptions = new Map()
    const ended = new AbortController()
    let following: Promise<void> | undefined
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() === '') continue
      const message = parse(line)
      if (message === undefined) {
        write(JSON.stringify(toError(null, parseError, 'Parse error')))
        continue
      }
      const { method, params } = message
      const subscription = subscriptions.get(params?.['requestId'])
      if (method === 'notifications/cancelled' && subscription !== undefined) {
        subscription.abort()
        continue
      }
      const work = pass(message, { agreed, subscriptions, context }).finally(() =>
        underway.delete(work),
      )
      underway.add(work)
      // The version of the following messages depends on its answer.
      if (method === 'initialize') await work
      if (method === 'notifications/initialized' && agreed.announces) {
        following ??= work.then(() => follow(agreed, context, ended.signal))
      }
    }
    ended.abort()
    for (const subscription of subscriptions.values()) subscription.abort()
    await Promise.all([...underway, following])
    // Fails like other commands if there is no login.
    context.connect()
    return undefined
  },
}

type Passing = { agreed: Agreed; subscriptions: Subscriptions; context: Context }

/** Passes a message to the server, and writes its answers. */
async function pass(
  message: Message,
  { agreed, subscriptions, context: { texts, say, connect } }: Passing,
): Promise<void> {
  const ending = new AbortController()
  const isSubscription = message.method === 'subscriptions/listen'
  if (isSubscription) subscriptions.set(message.id, ending)
  try {
    // Clients show why their first request failed, but not why the program exited.
    const { server } = connect()
    const request = {
      method: 'POST',
      headers: headersOf(message, agreed.version),
      body: JSON.stringify(message),
    }
    const { response, messages } = await send(server, request, ending, isSubscription)
    // Only notifications have no answer.
    let isAnswered = response.ok && message.id === undefined
    for await (const { answer, text } of messages) {
      isAnswered = true
      if (answer.jsonrpc !== '2.0') throw new CallError(response.status, failureOf(answer))
      if (message.method === 'initialize') agree(agreed, answer)
      write(text)
    }
    if (!isAnswered) throw new CallError(response.status, undefined)
  } catch (error) {
    // The client has ended its subscription.
    if (ending.signal.aborted && ending.signal.reason !== timeout) return
    const reason = describeError(error, texts).message
    say(reason)
    // Notifications have no answer.
    if (message.id !== undefined) write(JSON.stringify(toError(message.id, serverError, reason)))
  } finally {
    if (subscriptions.get(message.id) === ending) subscriptions.delete(message.id)
  }
}

function agree(agreed: Agreed, { result }: Message): void {
  if (typeof result?.protocolVersion === 'string') agreed.version = result.protocolVersion
  agreed.announces = result?.capabilities?.prompts?.listChanged === true
}

/** Writes what the server announces to clients of the older revision, which need no request for it. */
async function follow(
  { version }: Agreed,
  { connect }: Context,
  signal: AbortSignal,
): Promise<void> {
  let seen: string | undefined
  for (let failures = 0; !signal.aborted; failures++) {
    const ending = new AbortController()
    const end = () => ending.abort()
    signal.addEventListener('abort', end)
    try {
      const headers = {
        accept: eventStream,
        ...(version !== undefined && { 'mcp-protocol-version': version }),
        ...(seen !== undefined && { 'last-event-id': seen }),
      }
      const { response, messages } = await send(connect().server, { headers }, ending, true)
      const mayPass = response.ok || response.status === 429 || response.status >= 500
      if (!mayPass) return
      for await (const { answer, text, id } of messages) {
        failures = -1
        seen = id ?? seen
        if (answer.jsonrpc === '2.0') write(text)
      }
    } catch {
      // The next attempt may succeed.
    } finally {
      signal.removeEventListener('abort', end)
      ending.abort()
    }
    const delay = retryDelays[Math.min(failures + 1, retryDelays.length - 1)]
    await wait(delay, undefined, { signal }).catch(() => {})
  }
}

function parse(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line)
    const isMessage = typeof message === 'object' && message !== null && !Array.isArray(message)
    return isMessage ? message : undefined
  } catch {
    return undefined
  }
}

/** The headers that the protocol requires over HTTP. They repeat fields of the message. */
function headersOf(
  { method, params }: Message,
  agreed: string | undefined,
): Record<string, string> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const version = params?.['_meta']?.[versionKey]
  if (typeof version !== 'string' || typeof method !== 'string') {
    return { ...headers, ...(agreed !== undefined && { 'mcp-protocol-version': agreed }) }
  }
  const name = Object.hasOwn(namedBy, method) ? params?.[namedBy[method] ?? ''] : undefined
  return {
    ...headers,
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': toHeader(name) }),
  }
}

/** A header value; in the protocol's Base64 form if it is not plain ASCII. */
function toHeader(value: string): string {
  const isPlain = /^[!-~](?:[\t -~]*[!-~])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value)
  return isPlain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`
}

const eventStream = 'text/event-stream'
const timeout = new DOMException('', 'TimeoutError')

/** A message of the server, parsed and as a line. Events may have an id. */
type Answer = { answer: Message; text: string; id?: string | undefined }

/**
 * Sends a request to the server. It fails if its answer takes longer than `patienceMs`, and if a subscription is silent
 * for this time.
 *
 * @throws UnreachableError, also while reading the messages
 */
async function send(
  server: Server,
  request: RequestInit & { headers: Record<string, string> },
  ending: AbortController,
  isSubscription: boolean,
): Promise<{ response: Response; messages: AsyncGenerator<Answer> }> {
  const timer = setTimeout(() => ending.abort(timeout), patienceMs)
  const { signal } = ending
  signal.addEventListener('abort', () => clearTimeout(timer))
  try {
    const response = await sendTo(server, '/mcp', { ...request, signal })
    return { response, messages: readMessages(response, server.url, timer, isSubscription) }
  } catch (error) {
    clearTimeout(timer)
    throw error
  }
}

/** The messages of an answer as they arrive: a JSON body, or each event of a stream. */
async function* readMessages(
  response: Response,
  url: string,
  timer: NodeJS.Timeout,
  isSubscription: boolean,
): AsyncGenerator<Answer, void, undefined> {
  try {
    if (response.headers.get('content-type')?.startsWith(eventStream) !== true) {
      yield* toAnswer(await readText(response, url))
      return
    }
    const decoder = new TextDecoder()
    const events: EventSourceMessage[] = []
    const parser = createParser({ onEvent: (event) => events.push(event) })
    for await (const chunk of response.body ?? []) {
      if (isSubscription) timer.refresh()
      parser.feed(decoder.decode(chunk, { stream: true }))
      for (const { data, id } of events.splice(0)) yield* toAnswer(data, id)
    }
  } catch (error) {
    throw error instanceof UnreachableError
      ? error
      : new UnreachableError(codeOf(error), url, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function toAnswer(text: string, id?: string): Answer[] {
  const answer = parse(text)
  // Line endings in JSON are white space. The message may be nested too deeply for JSON.stringify.
  return answer === undefined ? [] : [{ answer, text: text.replaceAll(/[\r\n]+/g, ' ').trim(), id }]
}

function toError(id: unknown, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

/** Messages are separated by line endings. */
function write(message: string): void {
  process.stdout.write(`${message}\n`)
}

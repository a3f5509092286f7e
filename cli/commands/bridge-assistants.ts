import { createInterface } from 'node:readline'
import { describeError, reasonOf } from '#cli/server/describe-error.ts'
import { exitCodes, type Command, type Context } from '#cli/core/define-command.ts'
import { CallError, failureOf, longestMs, readText, sendTo } from '#cli/server/make-client.ts'
import { fillText } from '#cli/core/texts.ts'

/** A JSON-RPC message. Only the fields needed to pass it on are read. */
type Message = {
  jsonrpc?: unknown
  id?: unknown
  method?: unknown
  params?: { _meta?: Record<string, unknown>; [name: string]: unknown }
  result?: { protocolVersion?: unknown }
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'
/** The parameter that the header `Mcp-Name` repeats, by method. */
const namedBy: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}
const parseError = -32_700
const serverError = -32_000

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
    /** The protocol version that the client and the server have negotiated, in older ones. */
    const agreed: { version?: string } = {}
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() === '') continue
      const message = parse(line)
      if (message === undefined) {
        write(JSON.stringify(toError(null, parseError, 'Parse error')))
        continue
      }
      const work = pass(message, agreed, context).finally(() => underway.delete(work))
      underway.add(work)
      // The version of the following messages depends on its answer.
      if (message.method === 'initialize') await work
    }
    await Promise.all(underway)
    // Fails like other commands if there is no login.
    context.connect()
    return undefined
  },
}

/** Passes a message to the server, and writes its answers. */
async function pass(
  message: Message,
  agreed: { version?: string },
  { texts, say, connect }: Context,
): Promise<void> {
  try {
    // Clients show why their first request failed, but not why the program exited.
    const { server } = connect()
    const response = await sendTo(server, '/mcp', {
      method: 'POST',
      headers: headersOf(message, agreed.version),
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(2 * longestMs),
    })
    const answers = readAnswers(
      await readText(response, server.url),
      response.headers.get('content-type') ?? '',
    )
    // Only notifications have no answer.
    const isAnswered = answers.length > 0 || (response.ok && message.id === undefined)
    if (!isAnswered) throw new CallError(response.status, undefined)
    for (const { answer, text } of answers) {
      if (answer.jsonrpc !== '2.0') throw new CallError(response.status, failureOf(answer))
      const version = message.method === 'initialize' ? answer.result?.protocolVersion : undefined
      if (typeof version === 'string') agreed.version = version
      write(text)
    }
  } catch (error) {
    const reason = describeError(error, texts).message
    say(reason)
    // Notifications have no answer.
    if (message.id !== undefined) write(JSON.stringify(toError(message.id, serverError, reason)))
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

/** A message of the server, parsed and as a line. */
type Answer = { answer: Message; text: string }

/** The messages of an answer: a JSON body, or each event of a stream. */
function readAnswers(text: string, type: string): Answer[] {
  const texts = type.startsWith('text/event-stream')
    ? text.split(/\r?\n\r?\n/).map((event) =>
        event
          .split(/\r?\n/)
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice('data:'.length).trimStart())
          .join('\n'),
      )
    : [text]
  return texts.flatMap((each) => {
    const answer = parse(each)
    // Line endings in JSON are white space. The message may be nested too deeply for JSON.stringify.
    return answer === undefined ? [] : { answer, text: each.replaceAll(/[\r\n]+/g, ' ').trim() }
  })
}

function toError(id: unknown, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

/** Messages are separated by line endings. */
function write(message: string): void {
  process.stdout.write(`${message}\n`)
}

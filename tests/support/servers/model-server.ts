import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import {
  count,
  findKey,
  speak,
  thinking,
  toAsked,
  toChoice,
  toError,
  toList,
  toTokens,
  tooLong,
  type Asked,
  weights,
  withOneBreak,
  wordsOfServer,
} from './model-dialects.ts'

export { wordsOfServer }

/** The only key that is rejected. A request without a key is accepted. */
export const wrongKey = 'wrong-key-0123456789'

/** The behaviour of models, by their names. */
const behaviours = {
  echo: 'answers at once, with what it was asked',
  slow: 'answers a piece every 100 ms',
  dribble: 'answers byte by byte, with line ends of Windows',
  endless: 'answers a piece every 50 ms until nobody reads',
  short: 'stops at the limit of tokens',
  'silent-at-once': 'sends no header',
  silent: 'sends nothing but a header',
  'silent-after': 'sends half of an answer, and then nothing',
  cut: 'breaks the connection off after half of an answer',
  unfinished: 'ends after half of an answer',
  nonsense: 'sends events that are no JSON',
  'no-http': 'sends bytes that are no HTTP',
  page: 'sends a page',
  compressed: 'sends what nobody asked to be compressed',
  'refusing-slowly': '429 whose body does not come',
  redirect: 'sends elsewhere',
  flood: 'sends more than anyone wants to read',
  letters: 'sends 30,000 events of one letter',
  'no-key': '401',
  unpaid: '402',
  unknown: '404',
  'too-long': '400 for a text that is too long',
  busy: '429 for seven seconds',
  overloaded: '503',
  failing: '500',
  filtered: 'stops half of an answer by a filter',
  'filtered-before': '400 or nothing, by a filter',
  'failing-inside': 'sends an error after half of an answer',
  'negative-usage': 'counts fewer tokens than none',
  'long-openai': '8,192 events, each as heavy as one of OpenAI',
  'long-deepseek': '8,192 events of DeepSeek',
  'long-groq': '8,192 events of Groq',
  'long-perplexity': '8,192 events of Perplexity, which counts in each',
  'long-thinking': '8,192 events of thinking of DeepSeek, and then one of text',
  'thinking-only': 'thinks until it has no tokens left',
  announcing: 'counts 700 tokens of input, thinks, and is silent then',
  parts: 'sends a list of parts, as Mistral does',
  declining: 'refuses in words of its own',
  'wishing-for-tools': 'ends without text',
  'keeping-alive': 'sends events without data in between',
  'one-break': 'parts events by one line break',
  'early-hints': 'sends 103 for ever',
  'large-error': 'sends an error of 1.9 MB',
} as const
export type Behaviour = keyof typeof behaviours
export const modelNames = Object.keys(behaviours) as Behaviour[]

export type ReceivedRequest = {
  url: string
  headers: IncomingMessage['headers']
  body: unknown
}

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>

/**
 * A model server with every dialect, by the requested path, which misbehaves according to the model's name. `open`
 * counts the answers that are being sent.
 */
export async function startModelServer(port = 0) {
  const requests: ReceivedRequest[] = []
  const state = { open: 0 }
  const server = createServer((request, response) => {
    state.open++
    response.once('close', () => state.open--)
    answer(request, response, requests).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    /** The base address of each dialect. */
    baseUrls: { openai: `${origin}/v1`, anthropic: origin, gemini: origin } as const,
    requests,
    get open() {
      return state.open
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  requests: ReceivedRequest[],
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const body = text === '' ? undefined : (JSON.parse(text) as object)
  const { url = '', headers } = request
  requests.push({ url, headers, body })
  const asked = toAsked(url, headers, body)
  if (asked === undefined) return refuse(response, 404)
  if (findKey(headers) === wrongKey) return refuse(response, 401)
  if (asked.isListing) {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(toList(asked.dialect, modelNames)))
    return
  }
  await behave(asked, response)
}

async function behave(asked: Asked, response: ServerResponse): Promise<void> {
  const whole = `Answer to: ${asked.text}`
  const half = whole.slice(0, Math.ceil(whole.length / 2))
  const say = (events: string[]) => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events) response.write(event)
  }
  const { start, text, end } = speak[asked.dialect](asked)
  const heavy = weights[asked.model as keyof typeof weights]
  if (heavy) {
    for (const piece of Array<string>(longest).fill(longWord)) say([heavy(piece)])
    if (asked.model === 'long-thinking') say([text('At last.')])
    say(end('end', longest))
    return void response.end()
  }
  switch (asked.model) {
    case 'silent-at-once':
      return
    case 'silent':
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      return
    case 'silent-after':
      return say([...start, text(half)])
    case 'cut':
      say([...start, text(half)])
      await rest(50)
      response.destroy()
      return
    case 'unfinished':
      say([...start, text(half)])
      break
    case 'nonsense':
      say(['data: {{{\n\n', 'data: none\n\n'])
      break
    case 'no-http':
      response.socket?.end('\0\0\0 not HTTP\r\n\r\n')
      return
    case 'page':
      response.setHeader('content-type', 'text/html').write(`<h1>${wordsOfServer}</h1>`)
      break
    case 'compressed':
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
      response.write(gzipSync([...start, text(whole), ...end('end')].join('')))
      break
    case 'refusing-slowly':
      response.writeHead(429, { 'content-length': 1000 }).flushHeaders()
      return
    case 'dribble':
      say([])
      for (const byte of Buffer.from([...start, text(whole), ...end('end')].join(''))) {
        response.write(Buffer.from(byte === 10 ? '\r\n' : [byte]))
        await new Promise(setImmediate)
      }
      break
    case 'redirect':
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' })
      break
    case 'flood':
      say(start)
      for (let count = 0; count < 40 && !response.destroyed; count++) {
        say([text('x'.repeat(100_000))])
        await rest(1)
      }
      break
    case 'letters':
      say(start)
      for (let count = 0; count < 30 && !response.destroyed; count++) {
        say(Array.from({ length: 1_000 }, () => text('a')))
        await rest(1)
      }
      break
    case 'no-key':
      return refuse(response, 401)
    case 'unpaid':
      return refuse(response, 402)
    case 'unknown':
      return refuse(response, 404)
    case 'too-long':
      return refuse(response, 400, tooLong[asked.dialect])
    case 'busy':
      response.setHeader('retry-after', 7)
      return refuse(response, 429)
    case 'overloaded':
      return refuse(response, 503)
    case 'failing':
      return refuse(response, 500)
    case 'filtered':
      say([...start, text(half), ...end('filter')])
      break
    case 'filtered-before':
      if (asked.dialect === 'openai') return refuse(response, 400, 'content_policy_violation')
      say([...start, ...end('filter')])
      break
    case 'failing-inside':
      say([...start, text(half), toError(asked.dialect)])
      break
    case 'negative-usage':
      say([...start, text(whole), ...end('end', -1_000_000)])
      break
    case 'thinking-only':
      say([...start, ...thinking(asked.dialect, 'Hm. '), ...end('length', 450)])
      break
    case 'announcing':
      say([...start, count(asked.dialect, 700), ...thinking(asked.dialect, 'Hm. ')])
      return
    case 'parts':
      say([
        ...start,
        toChoice({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }),
        toChoice({ content: [{ type: 'text', text: whole }] }),
        ...end('end', toTokens(whole)),
      ])
      break
    case 'declining':
      say([...start, toChoice({ refusal: 'I must not.' }), ...end('end', 4)])
      break
    case 'wishing-for-tools':
      say([
        ...start,
        toChoice({ tool_calls: [{ index: 0 }] }, 'tool_calls'),
        ...end('end').slice(1),
      ])
      break
    case 'keeping-alive':
      say(['data:\n\n', ...start, ': wait\n\ndata: \n\n', text(whole), ...end('end')])
      break
    case 'one-break':
      say([...start, text(half), text(whole.slice(half.length)), ...end('end')].map(withOneBreak))
      break
    case 'early-hints': {
      while (!response.destroyed) {
        response.socket?.write(
          'HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n',
        )
        await rest(1)
      }
      return
    }
    case 'large-error':
      say([...start, toError(asked.dialect, 400, 'model '.repeat(320_000))])
      break
    case 'short':
      say([...start, text(half), ...end('length')])
      break
    case 'endless':
      say(start)
      while (!response.destroyed) {
        say([text('more ')])
        await rest(50)
      }
      return
    default:
      say(start)
      for (const piece of whole.match(/[^]{1,8}/gu) ?? []) {
        if (asked.model === 'slow') await rest(100)
        say([text(piece)])
      }
      say(end('end', toTokens(whole)))
  }
  response.end()
}

const longest = 8_192
const longWord = ' word'

function refuse(response: ServerResponse, status: number, words = wordsOfServer): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message: words, type: 'error', code: null } }))
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

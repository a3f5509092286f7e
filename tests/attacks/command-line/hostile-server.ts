import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Twist = (answer: unknown, path: string) => unknown
type Reply = (response: ServerResponse, request: IncomingMessage) => void

/** A server that passes requests to another one, and lies in the answers. */
export async function startHostileServer(origin: string) {
  let twist: Twist = (answer) => answer
  let reply: Reply | undefined
  let unknown: readonly string[] = []
  let closed: readonly string[] = []
  let brokenOff: readonly string[] = []
  const requested: string[] = []
  const server = createServer((request, response) => void pass(request, response))
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    if (reply !== undefined) {
      reply(response, request)
      return
    }
    const call = /^\/api\/([^?]*)/.exec(request.url ?? '')?.[1] ?? ''
    requested.push(call)
    if (brokenOff.includes(call)) {
      response.writeHead(200).write('\n', () => response.destroy())
      return
    }
    const refusal = unknown.includes(call) ? 'not_found' : closed.includes(call) && 'outside_folder'
    if (refusal) {
      const status = refusal === 'not_found' ? 404 : 403
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ status: 'error', code: refusal, msg: 'Refused.' }))
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { authorization, 'content-type': type = 'application/json' } = request.headers
    const real = await fetch(`${origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': type, ...(authorization !== undefined && { authorization }) },
      ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
    })
    const text = await real.text()
    response.writeHead(real.status, { 'content-type': 'application/json' })
    response.end(twistLines(text, (answer) => twist(answer, request.url ?? '')))
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Changes the answers of the real server. */
    lie: (next: Twist) => {
      twist = next
      reply = undefined
    },
    /** Answers without the real server. */
    answer: (next: Reply) => {
      reply = next
    },
    /** Answers as a release without these calls, by their paths. */
    lack: (...paths: string[]) => {
      unknown = paths
    },
    /** Answers as a release in which a token for one folder may not make these calls, by their paths. */
    close: (...paths: string[]) => {
      closed = paths
    },
    /** Breaks off the answers of these calls, by their paths. */
    breakOff: (...paths: string[]) => {
      brokenOff = paths
    },
    /** Returns the paths of the calls since the last time. */
    takeRequested: () => requested.splice(0),
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A twist that replaces every value of a key, at any depth. */
export function replacing(key: string, value: unknown): Twist {
  return function replace(answer: unknown): unknown {
    if (Array.isArray(answer)) return answer.map((each) => replace(each))
    if (typeof answer !== 'object' || answer === null) return answer
    const fields = Object.entries(answer).map(([name, old]) => [
      name,
      name === key ? value : replace(old),
    ])
    return Object.fromEntries(fields) as unknown
  }
}

/** Changes one whole answer, or each line of a stream. */
function twistLines(text: string, change: (answer: unknown) => unknown): string {
  const whole = parse(text)
  if (whole !== undefined) return JSON.stringify(change(whole))
  return text
    .split('\n')
    .map((line) => {
      const answer = parse(line)
      return answer === undefined ? line : JSON.stringify(change(answer))
    })
    .join('\n')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

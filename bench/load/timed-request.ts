import { Agent, request } from 'node:http'

/** Keeps connections open. */
export const agent = new Agent({ keepAlive: true })

/** Makes a call over a keep-alive connection. Returns the complete answer and its time in milliseconds. */
export type TimedAnswer = { ms: number; body: string }

export function timedGet(url: string, cookie: string): Promise<TimedAnswer> {
  return send('GET', url, cookie, undefined)
}

export function timedPost(url: string, cookie: string, input: object): Promise<TimedAnswer> {
  return send('POST', url, cookie, JSON.stringify(input))
}

function send(
  method: string,
  url: string,
  cookie: string,
  payload: string | undefined,
): Promise<TimedAnswer> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const headers = { cookie, ...(payload !== undefined && { 'content-type': 'application/json' }) }
    const sent = request(url, { method, agent, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (body += part))
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ ms: performance.now() - start, body })
        else reject(new Error(`${url}: ${response.statusCode} ${body}`))
      })
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}

import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/**
 * Sends raw bytes to a server and returns all answers until it closes the connection. To end after the answer to
 * a valid request, send `Connection: close`.
 */
export function sendBytes(origin: string, bytes: string | Buffer): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
    socket.on('close', () => resolve(toAnswers(answer)))
    socket.on('error', (error: Error & { code?: string }) => {
      // The server closed the connection while we were sending; it has answered before that.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  })
}

function toAnswers(stream: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = stream
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((header) => {
        const colon = header.indexOf(': ')
        return [header.slice(0, colon).toLowerCase(), header.slice(colon + 2)]
      }),
    )
    const bodyAt = end + 4
    const bodyEnd = bodyAt + Number(headers['content-length'] ?? 0)
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1])
    answers.push({ status, headers, body: rest.slice(bodyAt, bodyEnd) })
    rest = rest.slice(bodyEnd)
  }
  return answers
}

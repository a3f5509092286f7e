import { Writable } from 'node:stream'
import pino from 'pino'

/** A log whose lines a test can read. */
export function logInto(lines: string[]): pino.Logger {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  return pino({ base: null, timestamp: false }, stream)
}

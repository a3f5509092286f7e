// A process that runs command lines one after the other: starting one for each would take most of the time.
import { runCommand } from '#cli/run-command.ts'
import type { Outcome } from './command-line.ts'

process.on(
  'message',
  (words: string[]) => void run(words).then((outcome) => process.send?.(outcome)),
)

async function run(words: readonly string[]): Promise<Outcome> {
  const out = capture(process.stdout)
  const err = capture(process.stderr)
  try {
    const code = await runCommand(words, process.env)
    return { code, out: out.text(), err: err.text() }
  } finally {
    out.release()
    err.release()
  }
}

function capture(stream: NodeJS.WriteStream) {
  const chunks: Buffer[] = []
  const write = stream.write
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    chunks.push(Buffer.from(chunk))
    const written = rest.at(-1)
    if (typeof written === 'function') process.nextTick(written)
    return true
  }
  return {
    text: () => Buffer.concat(chunks).toString(),
    release: () => {
      stream.write = write
    },
  }
}

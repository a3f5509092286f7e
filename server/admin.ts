// `promptshelf-admin`, or `npm run admin --`: an operator's commands.
import { createInterface } from 'node:readline/promises'
import { runCommand } from '#server/operate/admin/run-command.ts'
import { processEnvironment } from '#server/config/config.ts'
import { makeServices } from '#server/make-services.ts'

// A reader such as `head` may close the pipe early.
process.stdout.on('error', () => process.exit())
const { stdin, stdout, stderr } = process
const isTerminal = stdin.isTTY && stderr.isTTY
process.exitCode = await runCommand(
  process.argv.slice(2),
  processEnvironment(),
  {
    out: (text) => stdout.write(text),
    err: (text) => stderr.write(text),
    ask: isTerminal ? ask : undefined,
  },
  makeServices,
)

async function ask(question: string): Promise<string> {
  // On stderr, since stdout may be a file.
  const lines = createInterface({ input: stdin, output: stderr })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}

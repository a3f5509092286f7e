// The command line `promptshelf`. Built to one file without dependencies, for Node 20 and newer.
import { runCommand } from '#cli/run-command.ts'

// Write errors are handled by each write. The command continues if nothing reads its messages.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
void runCommand(process.argv.slice(2), process.env).then((code) => {
  process.exitCode = code
})

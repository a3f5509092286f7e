// The command line `promptshelf`. Built to one file without dependencies, for Node 20 and newer.
import { runCommand } from '#cli/run-command.ts'

// A reader such as `head` may close the pipe early. A command that listens for it, too, first ends what it has begun.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (stream.listenerCount('error') > 1) return
    if (error.code === 'EPIPE') process.exit(0)
    // Such as a full disk.
    if (stream === process.stdout) process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
}
void runCommand(process.argv.slice(2), process.env).then((code) => {
  process.exitCode = code
})

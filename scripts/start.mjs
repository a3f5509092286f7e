// `npm start`: prepares the checkout, then replaces this process with the server.
import { spawn } from 'node:child_process'
import { buildClient, installPackages, node } from './prepare.mjs'
import { serverArguments, serverEnvironment } from './serve.mjs'

installPackages({ forProduction: true })
buildClient()
const environment = { ...process.env, ...serverEnvironment }
if (process.execve) {
  process.execve(node, [node, ...serverArguments], environment)
} else {
  // An older Node has no `execve`, so it starts a child process and forwards signals.
  const server = spawn(node, serverArguments, { stdio: 'inherit', env: environment })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code) => process.exit(code ?? 1))
}

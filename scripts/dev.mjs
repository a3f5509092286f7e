// `npm run dev`: the server, started again when its files change, and Vite with hot reload before it.
import { spawn } from 'node:child_process'
import { installPackages, node, root, say } from './prepare.mjs'

installPackages()
const env = { BASE_URL: 'http://localhost:5173', ...process.env }
const start = (...args) => spawn(node, args, { cwd: root, stdio: 'inherit', env })
const children = [
  start('--watch-path=server', '--watch-path=contract', 'server/main.ts'),
  start('node_modules/vite/bin/vite.js'),
]
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => children.forEach((child) => child.kill(signal)))
}
for (const child of children) {
  child.on('exit', () => children.forEach((other) => other.kill('SIGTERM')))
}
say('Open http://localhost:5173')

// `npm run dev`: the server, restarted on changes, behind Vite with hot reload. `npm run dev -- --google` also
// starts an OpenID provider in place of Google.
import { spawn } from 'node:child_process'
import { installPackages, node, root, say } from './prepare.mjs'

installPackages()
const origin = 'http://localhost:5173'
const googlePort = '5174'
const withGoogle = process.argv.includes('--google')
const env = {
  BASE_URL: origin,
  ...(withGoogle && {
    GOOGLE_CLIENT_ID: 'promptshelf',
    GOOGLE_CLIENT_SECRET: 'a secret between the two of them',
    GOOGLE_ISSUER: `http://127.0.0.1:${googlePort}`,
  }),
  ...process.env,
}
const start = (...args) => spawn(node, args, { cwd: root, stdio: 'inherit', env })
const children = [
  start('--watch-path=server', '--watch-path=contract', 'server/main.ts'),
  start('node_modules/vite/bin/vite.js'),
  ...(withGoogle ? [start('scripts/dev-google.ts', origin, googlePort)] : []),
]
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => children.forEach((child) => child.kill(signal)))
}
for (const child of children) {
  child.on('exit', () => children.forEach((other) => other.kill('SIGTERM')))
}
say(`Open ${origin}`)

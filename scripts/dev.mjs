// `npm run dev`: the server, started again when its files change, and Vite with hot reload before it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installPackages, isPinnedNode, root, say } from './prepare.mjs'

installPackages()
if (isPinnedNode(import.meta.filename ?? new URL(import.meta.url).pathname)) {
  const env = { ...process.env, BASE_URL: process.env.BASE_URL ?? 'http://localhost:5173' }
  const server = start(['--watch-path=server', '--watch-path=contract', 'server/main.ts'], env)
  const vite = start([join('node_modules', 'vite', 'bin', 'vite.js')], env)
  const children = [server, vite]
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => children.forEach((child) => child.kill(signal)))
  }
  for (const child of children) {
    child.on('exit', () => children.forEach((other) => other !== child && other.kill('SIGTERM')))
  }
  say('Open http://localhost:5173')
}

function start(args, env) {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
}

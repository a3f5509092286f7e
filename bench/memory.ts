// The server's memory when idle, with a million prompts.
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { openMillion, serveMillion } from './data/million.ts'

const seconds = 10

const database = await openMillion('SQLite')
// The first start fills the compile cache.
await (await serveMillion(database)).stop()
const server = await serveMillion(database)
await server.signIn(1_000)
await pause(seconds * 1000)
const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
console.log(`\nIdle memory, ${seconds} s after a sign-in: ${Math.round(kilobytes / 1024)} MB`)
await server.stop()
await database.close()

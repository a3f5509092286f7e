// What the server holds in memory while nobody asks anything of it.
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { openLibrary } from './library.ts'

// The first start fills the compile cache; a prepared checkout has it.
await (await openLibrary()).close()
const library = await openLibrary()
const seconds = 10
await pause(seconds * 1000)
const status = await readFile(`/proc/${library.pid}/status`, 'utf8')
const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
console.log(`\nIdle memory, ${seconds} s after a sign-in: ${Math.round(kilobytes / 1024)} MB`)
await library.close()

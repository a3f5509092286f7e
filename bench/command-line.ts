// How long `promptshelf review` takes, from the start of its process to its end, with a library of everyday size on this
// machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { calls } from '#contract/calls.ts'
import { openLibrary, quantile, realPrompts } from '#bench/data/library.ts'
import { root } from '#scripts/prepare.mjs'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const program = join(root, 'dist/web/promptshelf.mjs')
const rounds = 30

const library = await openLibrary()
const color = '4ECDC4'
for (const { name, prompt } of await realPrompts()) {
  await library.call(calls.createPrompt, { name, prompt, color })
}
const review = { name: 'Review', shortName: 'review', prompt: 'Be {tone}:\n\n{code}' }
await library.call(calls.createPrompt, { ...review, color })
const scopes = ['library:read' as const, 'library:write' as const]
const { token } = await library.call(calls.createToken, { name: 'Bench', scopes })
const home = makeScratchDirectory('bench-home')
const env = {
  PATH: process.env['PATH'],
  HOME: home,
  PROMPTSHELF_URL: library.url,
  PROMPTSHELF_TOKEN: token,
}

for (const args of [['review', 'tone=warm', 'code=x'], ['ls'], ['--version']]) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    const node = process.env['CLI_NODE'] ?? process.execPath
    await once(
      spawn(node, [program, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
      'exit',
    )
    times.push(performance.now() - start)
  }
  const [median, slow] = [0.5, 0.95].map((share) => Math.round(quantile(times, share)))
  console.log(`promptshelf ${args.join(' ')}: median ${median} ms, 95 of 100 within ${slow} ms`)
}
await library.close()
await rm(home, { recursive: true })

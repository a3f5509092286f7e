// How long `promptshelf review` takes, from the start of its process to its end, with a library of everyday size on
// this
// machine, and `promptshelf sync` with 5,000 prompts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { calls } from '#contract/calls.ts'
import { inBatches } from '#contract/transfer/to-entries.ts'
import { openLibrary, quantile, realPrompts } from '#bench/data/library.ts'
import { root } from '#scripts/prepare.mjs'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const program = join(root, 'dist/web/promptshelf.mjs')
const rounds = 30
const syncRounds = 10
/** The number of prompts in the synced library. */
const synced = 5_000

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
  await measure(args, rounds)
}

const texts = await realPrompts()
const entries = Array.from({ length: synced - texts.length - 1 }, (_, at) => ({
  kind: 'prompt' as const,
  in: null,
  name: `Prompt ${at}`,
  prompt: texts[at % texts.length]?.prompt ?? '',
  color,
}))
for (const { from, entries: some } of inBatches(entries)) {
  const file = { attempt: 'b'.repeat(32), name: 'bench', total: entries.length }
  await library.call(calls.importEntries, { ...file, from, entries: some })
}
const directory = join(home, 'prompts')
await measure(['sync', directory], 1)
// Files of the last two seconds are read again.
await setTimeout(2_500)
await measure(['sync', directory], 1)
await measure(['sync', directory], syncRounds)

await library.close()
await rm(home, { recursive: true })

async function measure(args: readonly string[], times: number): Promise<void> {
  const figures: number[] = []
  for (let round = 0; round < times; round++) {
    const start = performance.now()
    const node = process.env['CLI_NODE'] ?? process.execPath
    await once(
      spawn(node, [program, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
      'exit',
    )
    figures.push(performance.now() - start)
  }
  const [median, slow] = [0.5, 0.95].map((share) => Math.round(quantile(figures, share)))
  const words = args.map((word) => word.replace(home, '~')).join(' ')
  console.log(`promptshelf ${words}: median ${median} ms, 95 of 100 within ${slow} ms`)
}

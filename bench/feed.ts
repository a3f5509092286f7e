// How long `promptshelf sync` takes for a directory of 5,000 prompts on this machine, with rate limits: to create all
// of them, with nothing to do, and from a change in the library to the file with `--watch`. Given the directory of
// another checkout, installed and built, it measures that, too. Then, how long until a change of a browser's tab is
// painted in its other tab, and in another browser.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { calls } from '#contract/calls.ts'
import { importPrompts } from '#bench/data/import-prompts.ts'
import { openLibrary, quantile, realPrompts, type Library } from '#bench/data/library.ts'
import { root } from '#scripts/prepare.mjs'
import { wholeChromium } from '#tests/journeys/support/launch-options.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const prompts = 5_000
const folders = 50
const rounds = 10
const node = process.env['CLI_NODE'] ?? process.execPath

const texts = await realPrompts()
await report('node', async () => measure(['--eval', '0'], {}), rounds)
await measureCheckout(root)
const [other] = process.argv.slice(2)
if (other !== undefined) await measureCheckout(other)
await measureTabs()

async function measureCheckout(checkout: string): Promise<void> {
  console.log(checkout)
  const program = join(checkout, 'dist/web/promptshelf.mjs')
  const library = await openLibrary({ RATE_LIMITS: 'on' }, checkout === root ? undefined : checkout)
  const scopes = ['library:read' as const, 'library:write' as const]
  const { token } = await library.call(calls.createToken, { name: 'Bench', scopes })
  const home = makeScratchDirectory('bench-home')
  const env = { HOME: home, PROMPTSHELF_URL: library.url, PROMPTSHELF_TOKEN: token }
  const directory = join(home, 'prompts')
  for (let at = 0; at < prompts; at++) {
    const folder = join(directory, `Folder ${at % folders}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `Prompt ${at}.md`), texts[at % texts.length]?.prompt ?? '')
  }
  const sync = [program, 'sync', directory]
  await report(`${prompts} new files`, () => measure([...sync, '--yes'], env), 1)
  // Files of the last two seconds are read again.
  await delay(2_500)
  await report('the sync after it', () => measure(sync, env), 1)
  await report(`${prompts} unchanged files`, () => measure(sync, env), rounds)
  if (checkout === root) await measureWatch(library, sync, env, directory)
  await library.close()
  await rm(home, { recursive: true })
}

/** From the call that changes a prompt to its file. */
async function measureWatch(
  library: Library,
  sync: readonly string[],
  env: NodeJS.ProcessEnv,
  directory: string,
): Promise<void> {
  const child = spawn(node, [...sync, '--watch'], { env, stdio: 'ignore' })
  const { prompts: names } = await library.call(calls.listPromptNames, {})
  const { id: promptId = '', name = '' } = names[0] ?? {}
  const folder = `Folder ${Number(name.replace(/\D/g, '')) % folders}`
  const file = join(directory, folder, `${name}.md`)
  let round = 0
  const change = async () => {
    const { prompt } = await library.call(calls.getPrompt, { promptId })
    const text = `Round ${round++}`
    const start = performance.now()
    await library.call(calls.updatePrompt, { ...prompt, promptId, prompt: text })
    while (!readFileSync(file, 'utf8').includes(text)) await delay(1)
    return performance.now() - start
  }
  // The first one waits for the start.
  await change()
  await report('one changed prompt until it is in the directory', change, rounds)
  child.kill('SIGINT')
  await once(child, 'exit')
}

/** From the key that stars a prompt to the frame with its star, in a folder of 50 of 1,282 prompts. */
async function measureTabs(): Promise<void> {
  const library = await openLibrary()
  const { first } = await importPrompts(library, 1_282)
  const browser = await chromium.launch(wholeChromium)
  const openDevice = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const [name = '', value = ''] = library.cookie.split('=')
    await context.addCookies([{ name, value, url: library.url }])
    await context.addInitScript(() => (localStorage['library-copy'] = 'on'))
    return context
  }
  const openTab = async (device: Awaited<ReturnType<typeof openDevice>>) => {
    const page = await device.newPage()
    await page.goto(`${library.url}/prompts?folderId=${first}`)
    await page.waitForFunction(() => localStorage.getItem('copied-at') !== null)
    await page.getByRole('tree').waitFor({ state: 'attached' })
    return page
  }
  const device = await openDevice()
  const tab = await openTab(device)
  const sides = {
    'its own tab': tab,
    'another tab': await openTab(device),
    'another device': await openTab(await openDevice()),
  }
  const figures = new Map(Object.keys(sides).map((name) => [name, [] as number[]]))
  for (let round = 0; round < 2 * rounds; round++) {
    const isStarred = round % 2 === 0
    const painted = Object.entries(sides).map(async ([name, side]) => {
      figures.get(name)?.push(await paintOfStar(side, isStarred))
    })
    await tab.locator('article h3 button').first().focus()
    const pressedAt = Date.now()
    await tab.keyboard.press('s')
    await Promise.all(painted)
    for (const times of figures.values()) times.push((times.pop() ?? 0) - pressedAt)
  }
  for (const [name, times] of figures) print(`a change until it is painted in ${name}`, times)
  await browser.close()
  await library.close()
}

/** Returns when the first card's star has been painted, or is gone, as `Date.now()`. */
function paintOfStar(page: Page, isStarred: boolean): Promise<number> {
  return page.evaluate(
    (isStarred) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const star = document.querySelector('article footer [title="favourite"]')
          if ((star !== null) !== isStarred) return void requestAnimationFrame(look)
          // The first task after the frame's callbacks, style, layout and paint.
          const channel = new MessageChannel()
          channel.port1.addEventListener('message', () => resolve(Date.now()))
          channel.port1.start()
          channel.port2.postMessage(undefined)
        }
        look()
      }),
    isStarred,
  )
}

async function report(what: string, run: () => Promise<number>, times: number): Promise<void> {
  const figures: number[] = []
  for (let round = 0; round < times; round++) figures.push(await run())
  print(what, figures)
}

function print(what: string, figures: number[]): void {
  const [median, slow] = [0.5, 0.95].map((share) => Math.round(quantile(figures, share)))
  console.log(`${what}: median ${median} ms, 95 of 100 within ${slow} ms`)
}

async function measure(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now()
  const child = spawn(node, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return performance.now() - start
}

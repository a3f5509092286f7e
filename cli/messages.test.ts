import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import { findFreePort } from '#tests/support/server-process.ts'
import { startPassingProxy } from '#tests/support/servers/passing-proxy.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'

let line: CommandLine
const color = '4ECDC4'
const german = { LANG: 'de_DE.UTF-8' }

beforeAll(async () => {
  line = await startCommandLine()
  const options = [{ value: 'warm' }, { value: 'strict' }]
  await line.call(calls.createPrompt, {
    name: 'Letter',
    shortName: 'letter',
    color,
    prompt: '{tone}|{due}|{loud}|{until}',
    variables: [
      { name: 'tone', kind: 'choice', options, default: 'warm', help: 'How the letter sounds' },
      { name: 'due', kind: 'date', format: 'iso' },
      { name: 'loud', kind: 'switch', on: 'LOUD', off: 'quiet' },
      { name: 'until', kind: 'date', format: 'iso', default: '' },
    ],
  })
})
afterAll(() => line.stop())

async function startOther(listener: RequestListener): Promise<string> {
  const other = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  return `127.0.0.1:${(other.address() as AddressInfo).port}`
}

describe('A server that cannot be reached', () => {
  const reach = (url: string) =>
    line.run(['ls'], { env: { PROMPTSHELF_URL: url, PROMPTSHELF_TOKEN: line.token } })

  it('is reported with its address and the reason', async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`
    expect(await reach(url)).toEqual({
      code: 1,
      out: '',
      err: `${url} cannot be reached: connection refused (ECONNREFUSED).\n`,
    })
    const unknown = await reach('https://prompts.invalid')
    expect(unknown.err).toMatch(
      /^https:\/\/prompts\.invalid cannot be reached: .*host.* \((?:ENOTFOUND|EAI_AGAIN)\)\.\n$/,
    )
  })

  it('is reported with the address to try if it speaks http', async () => {
    const address = await startOther((_, response) => response.end())
    expect((await reach(`https://${address}`)).err).toMatch(
      new RegExp(`it uses http, not https; try http://${address} \\(ERR_SSL`),
    )
  })

  it('is not mistaken for an older Promptshelf if it is another server', async () => {
    const other = await startOther((_, response) => response.writeHead(404).end('Not found'))
    expect(await line.run(['login', `http://${other}`])).toMatchObject({
      code: 1,
      err: "This doesn't look like a Promptshelf server (status 404). Check the address.\n",
    })
    const older = await startOther(({ url }, response) => {
      if (url === '/api/health') response.end('{"status":"success"}')
      else response.writeHead(404).end('{"status":"error","code":"not_found","msg":"no"}')
    })
    expect((await line.run(['login', `http://${older}`])).err).toContain('Use a token:')
  })
})

describe('An invalid option', () => {
  it('is reported with a suggestion', async () => {
    for (const [words, err] of [
      [
        ['letter', '--tone', 'warm'],
        'Unknown option: --tone. To set a variable, write tone=warm. See promptshelf help.',
      ],
      [
        ['run', 'letter', '--tone=warm'],
        'Unknown option: --tone. To set a variable, write tone=warm. See promptshelf help run.',
      ],
      [['ls', '--josn'], 'Unknown option: --josn. Did you mean --json? See promptshelf help ls.'],
      [['ls', '-x'], 'Unknown option: -x. See promptshelf help ls.'],
      [['ls', '--json=yes'], '--json takes no value.'],
      [
        ['open', 'letter', '--in'],
        '--in needs a value: --in SITE. Fill it in and open this site with the text, such as chatgpt or claude.',
      ],
      [
        ['run', 'letter', '-m'],
        '--model needs a value: -m, --model MODEL. Run it with this model. Default: the last one used.',
      ],
    ] as const) {
      const { code, err: said } = await line.run(words)
      const message = said.startsWith('{')
        ? (JSON.parse(said) as { error: { message: string } }).error.message
        : said.trimEnd()
      expect([code, message]).toEqual([2, err])
    }
  })
})

describe('An invalid path', () => {
  it('is reported with the reason in words', async () => {
    mkdirSync(join(line.home, 'directory'))
    writeFileSync(join(line.home, 'file'), '')
    for (const [command, err] of [
      ['promptshelf import nope.txt', 'nope.txt cannot be read: no such file or directory.'],
      ['promptshelf letter tone=@directory', 'directory cannot be read: it is a directory.'],
      ['promptshelf sync file', 'file is a file, but sync needs a directory.'],
      [
        'promptshelf sync file/inner',
        'file/inner cannot be read: part of the path is not a directory.',
      ],
      ['promptshelf sync /proc/self', '/proc/'],
      ['promptshelf sync /sys', '/sys belongs to the system and cannot be synced.'],
      ['promptshelf sync /', '/ belongs to the system and cannot be synced.'],
      ['promptshelf export directory', 'directory cannot be written: it is a directory.'],
    ] as const) {
      const { code, err: said } = await line.bash(command)
      expect(code).toBeGreaterThan(0)
      expect(said).toContain(err)
    }
  })
})

// root can write everywhere.
it.skipIf(process.getuid?.() === 0)('says that a directory is read-only', async () => {
  mkdirSync(join(line.home, 'closed'), { mode: 0o555 })
  for (const directory of ['closed', 'closed/new']) {
    expect(await line.bash(`promptshelf sync ${directory}`)).toMatchObject({
      code: 1,
      err: `${directory} cannot be written: permission denied.\n`,
    })
  }
})

describe('Values in German', () => {
  it('are parsed, and used in messages', async () => {
    const given = ['letter', 'due=24.12.2026', 'loud=an', 'until=1.2.2027']
    expect((await line.run(given)).out).toBe('warm|2026-12-24|LOUD|2027-02-01\n')
    const { out: today } = await line.run(['letter', 'due=today', 'loud=nein', 'until=heute'])
    expect((await line.run(['letter', 'due=heute', 'loud=aus', 'until=today'])).out).toBe(today)
    expect(today).toMatch(/^warm\|(\d{4}-\d\d-\d\d)\|quiet\|\1\n$/)
    for (const wrong of ['due=31.02.2026', 'due=morgen', 'loud=vielleicht']) {
      expect((await line.run(['letter', wrong], { env: german })).code).toBe(2)
    }
    const date = await line.run(['letter', 'due=31.02.2026'], { env: german })
    expect(date.err).toMatch(/^due: nur ein Datum wie \d\d\.\d\d\.\d{4}, oder heute\.\n$/)
    const loud = await line.run(['letter', 'loud=vielleicht'], { env: german })
    expect(loud.err).toBe('loud: nur an oder aus.\n')
    expect(
      (await line.run(['completion', 'fish', '--', 'letter', 'loud='], { env: german })).out,
    ).toBe('loud=an\nloud=aus\n')
  })
})

describe('On a narrow terminal', () => {
  it('hints and descriptions wrap between words', async () => {
    const list = line.terminal('promptshelf', { columns: 40 })
    await list.sees('1 in all.')
    await list.sees('quit')
    list.clear()
    list.type('xyzq')
    await list.sees('0 of 1.')
    list.type('\u0003')
    expect((await list.end()).code).toBe(130)
    const { shown } = await line.terminal('promptshelf show letter', { columns: 40 }).end()
    expect(shown).toMatch(/tone\s+one of: warm, strict · default: warm ·\s+How the letter sounds/)
    for (const row of shown.split('\r\n').filter((each) => /one of|sounds|date/.test(each))) {
      expect(row.length).toBeLessThanOrEqual(40)
    }
  })
})

it('shows the date that an empty value means', async () => {
  const { out } = await line.run(['show', 'letter'])
  expect(out).toMatch(/^due\s+date · default: today$/m)
  expect(out).toMatch(/^until\s+date$/m)
})

it('fails if no server is known', async () => {
  const env = { XDG_CONFIG_HOME: join(line.home, 'none') }
  const none = await line.run(['servers'], { env })
  expect(none).toMatchObject({ code: 3, out: '', err: expect.stringContaining('not logged in') })
  const json = await line.run(['servers', '--json'], { env })
  expect([json.code, JSON.parse(json.out)]).toMatchObject([3, { servers: [] }])
})

it('reports the progress of a sync when its server stops', async () => {
  const directory = join(line.home, 'broken')
  mkdirSync(directory)
  for (let at = 0; at < 4; at++) writeFileSync(join(directory, `Broken ${at}.md`), `${at}`)
  let created = 0
  const proxy = await startPassingProxy(
    () => line.server.origin,
    async (path) => {
      if (path === '/api/prompts/create' && ++created === 3) proxy.stop()
    },
  )
  onTestFinished(proxy.stop)
  const env = { PROMPTSHELF_URL: proxy.origin, PROMPTSHELF_TOKEN: line.token }
  const { code, err } = await line.run(['sync', directory], { env })
  expect(code).toBe(1)
  expect(err).toMatch(/^2 of \d files are done\. Run the same command to continue\.$/m)
  expect(err).toContain(`${proxy.origin} cannot be reached: `)
})

it('asks before the first sync of many files', async () => {
  const many = join(line.home, 'many')
  mkdirSync(many)
  for (let at = 0; at <= 1000; at++) writeFileSync(join(many, `${at}.md`), `Text ${at}`)
  const refused = await line.run(['sync', many])
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('Create 1001 prompts in the library, one for each file?'),
  })
  const { prompts } = await line.call(calls.listPromptNames, {})
  expect(prompts.filter(({ name }) => /^\d+$/.test(name))).toEqual([])
})

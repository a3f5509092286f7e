// Runs third-party scanners against a server: sqlmap for SQL injection, Wapiti for the rest. Both are Debian
// packages (apt-get install sqlmap wapiti). Fails on a finding, and on an error in the log.
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Call } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import { siteUser } from '#tests/support/clients/site-user.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startServer } from '#tests/support/server-process.ts'

const runProgram = promisify(execFile)
const missing = ['sqlmap', 'wapiti'].filter((name) => spawnSync(name, ['--version']).error)
if (missing.length > 0) {
  console.error(`${missing.join(' and ')} is not installed: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}

/** Calls that would end the scanner's session or delete the scanned content. */
const ending = new Set(['logout', 'deleteAccount', 'updateProfile', 'deleteFolder', 'deletePrompt'])
const directory = makeScratchDirectory('scan')
const server = await startServer({ LOG_LEVEL: 'info' }, { hasPromptLimit: false })
const ada = siteUser(server.origin, 'ada@example.com')
await ada.signUp()
const { id: folderId } = await ada.ask(calls.createFolder, { name: 'Poems', color: 'ffffff' })
const prompt = { name: 'Poem', color: 'ffffff', prompt: 'A poem about {<b>topic</b>}.', notes: 'n' }
const { id: promptId } = await ada.ask(calls.createPrompt, { ...prompt, folderId })
await ada.ask(calls.togglePromptPublic, { promptId })
const client = await readPage('/no/such/screen')
const password = 'a quiet library'

/** Initial values for every field of the contract's calls. */
const samples: Record<string, string> = {
  ...prompt,
  folderId,
  promptId,
  search: 'poem',
  id: 'plus-monthly',
  type: 'monthly',
  email: 'ada@example.com',
  password,
  cpassword: password,
  cPassword: password,
  token: 'x'.repeat(43),
}
const pages = ['/', '/prompts', '/login', '/page/imprint', `/prompt/shared/${promptId}`]
const findings: string[] = []

for (const [name, call] of Object.entries<Call>(calls)) {
  if (!ending.has(name)) await injectSql(name, call)
}
await scanWithWapiti()

await server.stop()
rmSync(directory, { recursive: true })
const log = server.takeLog().split('\n')
const answered = log.filter((line) => line.includes('"msg":"request"'))
// Expected without credentials for Google.
const failed = answered.filter((line) => /"status":5\d\d/.test(line) && !/login\/google/.test(line))
const errors = log.filter((line) => /"level":[56]0/.test(line))
console.log(
  `${answered.length} requests, ${failed.length} of them answered with 5xx, ${errors.length} errors in the log, ${findings.length} findings`,
)
const problems = [...findings, ...failed, ...errors]
for (const problem of problems.slice(0, 50)) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)

/** Scans every field of a call, its path parameter and the cookie, one after the other. */
async function injectSql(name: string, call: Call): Promise<void> {
  const fields = Object.keys((call.input as { shape?: object }).shape ?? {})
  if (fields.length === 0 && call.params === undefined) return
  const input = Object.fromEntries(fields.map((field) => [field, samples[field] ?? 'x']))
  const path = call.path.replace(/:\w+/, 'imprint*')
  const isGet = call.method === 'GET'
  const query = isGet && fields.length > 0 ? `?${new URLSearchParams(input).toString()}` : ''
  const file = join(directory, `${name}.txt`)
  const request = [
    `${call.method} /api/${path}${query} HTTP/1.1`,
    `Host: ${new URL(server.origin).host}`,
    `Cookie: ${ada.cookie()}`,
    ...(isGet ? ['', ''] : ['Content-Type: application/json', '', JSON.stringify(input)]),
  ]
  writeFileSync(file, request.join('\r\n'))
  const how = '--batch --ignore-stdin --level=2 --risk=2 --technique=BEUQS --threads=4'.split(' ')
  const where = [
    '--flush-session',
    '--disable-coloring',
    `--output-dir=${join(directory, 'sqlmap')}`,
  ]
  const { stdout } = await runProgram('sqlmap', ['-r', file, ...how, ...where, '--ignore-code=*'], {
    maxBuffer: 100_000_000,
  })
  // It also exits with 0 if it has tested nothing at all.
  const isClean = stdout.includes('all tested parameters do not appear to be injectable')
  if (!isClean) findings.push(`sqlmap: ${name}\n${stdout.slice(-2_000)}`)
  console.log(`sqlmap ${name}: ${isClean ? 'nothing' : 'a finding'}`)
}

async function scanWithWapiti(): Promise<void> {
  const report = join(directory, 'wapiti.json')
  const query = new URLSearchParams({ search: 'poem', promptId, folderId }).toString()
  const asked = [calls.searchPrompts, calls.getPrompt, calls.listPrompts, calls.listFolders]
  const starts = [...pages, ...asked.map(({ path }) => `/api/${path}?${query}`)]
  const limits = '--max-scan-time 600 --max-attack-time 120'.split(' ')
  await runProgram(
    'wapiti',
    [
      '-u',
      `${server.origin}/`,
      starts.flatMap((start) => ['-s', `${server.origin}${start}`]),
      '-H',
      `Cookie: ${ada.cookie()}`,
      '-m',
      'all',
      '--store-session',
      directory,
      '--no-bugreport',
      '-f',
      'json',
      '-o',
      report,
      limits,
    ].flat(),
    { maxBuffer: 100_000_000 },
  )
  const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as {
    vulnerabilities: Record<string, { info: string; path: string }[]>
  }
  for (const [kind, found] of Object.entries(vulnerabilities)) {
    for (const { info, path } of found) {
      if (!(await isMistaken(info, path))) findings.push(`wapiti: ${kind}: ${path}: ${info}`)
    }
  }
  console.log(`wapiti: ${Object.keys(vulnerabilities).length} kinds of vulnerabilities checked`)
}

/** Wapiti's false positives. */
async function isMistaken(info: string, path: string): Promise<boolean> {
  // Browsers have removed the XSS filter, and its header can be harmful. HSTS is sent on https only.
  if (/^(?:X-XSS-Protection|Strict-Transport-Security) is not set/.test(info)) return true
  // Every unknown address returns the client's page.
  return info.startsWith('Backup file') && (await readPage(path)) === client
}

async function readPage(path: string): Promise<string> {
  const response = await fetch(`${server.origin}${path}`, { headers: { accept: 'text/html' } })
  return response.text()
}

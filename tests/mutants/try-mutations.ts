// Applies each mutation to a copy of the tree, and runs the tests there that must fail.
import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { inspect, promisify } from 'node:util'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { mutations, type Mutation } from './read-mutations.ts'

/** Timeout of a test run, in milliseconds. */
const timeoutMs = 600_000

type Run = { passed: number; failed: string[]; output: string }
type Verdict = { isKilled: boolean; words: string }

const root = join(import.meta.dirname, '../..')
const wanted = process.argv.slice(2)
const chosen = mutations.filter(
  ({ what }) => wanted.length === 0 || wanted.some((word) => what.includes(word)),
)
const copy = makeScratchDirectory('mutants')
const report = join(copy, 'report.json')
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort())
copyTree()

const applying = chosen.filter(applies)
// A test that already fails on the unmodified code proves nothing.
const { failed, output } = await runTests(applying, timeoutMs * 5)
if (failed.length > 0 || output !== '') {
  console.error(`Without any mutation:\n${failed.join('\n')}\n${output}`)
  process.exit(1)
}

const unsettled: string[] = []
for (const mutation of chosen) {
  const { isKilled, words } = await tryOut(mutation)
  console.log(`${words.padEnd(16)} ${mutation.what}`)
  if (!isKilled) unsettled.push(`${words}: ${mutation.what} (${mutation.file})`)
}
console.log(`${chosen.length - unsettled.length} of ${chosen.length} mutations killed`)
for (const line of unsettled) console.error(line)
process.exit(unsettled.length === 0 ? 0 : 1)

function copyTree(): void {
  const files = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: root })
  for (const file of files.toString().split('\0').filter(Boolean)) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    // A listed file may be deleted in the working tree.
    cpSync(join(root, file), join(copy, file), { force: true })
  }
  for (const made of ['node_modules', 'dist']) symlinkSync(join(root, made), join(copy, made))
}

/** Whether the text to be replaced occurs in the file exactly once. */
function applies({ file, from }: Mutation): boolean {
  return readFileSync(join(copy, file), 'utf8').split(from).length === 2
}

async function tryOut(mutation: Mutation): Promise<Verdict> {
  if (!applies(mutation)) return { isKilled: false, words: 'does not apply' }
  const path = join(copy, mutation.file)
  const original = readFileSync(path, 'utf8')
  // A function, since the replacement may contain `$`.
  writeFileSync(
    path,
    original.replace(mutation.from, () => mutation.to),
  )
  try {
    const { failed, passed, output } = await runTests([mutation], timeoutMs)
    if (failed.length > 0) return { isKilled: true, words: 'killed' }
    if (passed > 0 && output === '') return { isKilled: false, words: 'SURVIVED' }
    return { isKilled: false, words: `no verdict: ${output}` }
  } finally {
    writeFileSync(path, original)
  }
}

/** Runs the tests of some mutations. `output`: the reason why they did not run, or empty. */
async function runTests(some: readonly Mutation[], timeout: number): Promise<Run> {
  if (some.length === 0) return { passed: 0, failed: [], output: '' }
  rmSync(report, { force: true })
  const isOne = some.length === 1
  // `TRY_SOURCES`: the built command line is that of the unmodified sources.
  const running = promisify(execFile)(
    join(root, 'node_modules/.bin/node'),
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...new Set(some.map(({ test }) => test)),
      // Vitest matches it against "describe > test".
      `--testNamePattern=${[...new Set(some.map(({ named }) => `(${named})`))].join('|')}`,
      '--reporter=json',
      `--outputFile=${report}`,
      // One failing test is enough.
      ...(isOne ? ['--bail=1'] : []),
    ],
    {
      cwd: copy,
      env: { ...process.env, TRY_SOURCES: '1', TEST_PATIENCE: 'long' },
      timeout,
      signal: stopping.signal,
      maxBuffer: Infinity,
    },
  )
  const ended = await running.catch((error: unknown) => error)
  if (stopping.signal.aborted) process.exit(1)
  if (!existsSync(report)) return { passed: 0, failed: [], output: inspect(ended) }
  const results = JSON.parse(readFileSync(report, 'utf8')) as Report
  const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults)
  const named = (status: string) =>
    tests.filter((test) => test.status === status).map(({ fullName }) => fullName)
  // A test that timed out is inconclusive: the machine may be busy.
  const slow = tests.find(({ failureMessages }) =>
    /timed out|in time\./.test(failureMessages.join()),
  )
  if (slow !== undefined) return { passed: 0, failed: [], output: `${slow.fullName}: no time` }
  const broken = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failed = named('failed')
  const passed = named('passed').length
  const nothing = passed + failed.length === 0 ? 'no test has such a name' : ''
  return { passed, failed, output: broken.map(({ message }) => message).join('\n') || nothing }
}

type Report = {
  testResults: {
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

import { strict as assert } from 'node:assert'
import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { calls } from '#contract/calls.ts'
import { siteClient, type SiteClient } from '#tests/support/site-client.ts'

const credentials = { email: 'ada@example.com', password: 'a quiet library' }
const prompt = { name: 'Review', color: 'f1f5f9', prompt: 'Review {what} like a heron.' }

/** What a user left, to be checked after an upgrade. */
export type Used = { promptId: string; hasLink: boolean }

/** Registers, and creates and copies a prompt. */
export async function createPrompt(site: SiteClient): Promise<Used> {
  const { password } = credentials
  await site.call(calls.register, { ...credentials, cpassword: password })
  await site.call(calls.login, credentials)
  const { id: promptId } = await site.call(calls.createPrompt, prompt)
  const { prompt: found } = await site.call(calls.getPrompt, { promptId })
  assert.equal(found.prompt, prompt.prompt)
  await site.call(calls.notePromptUse, { promptId })
  return { promptId, hasLink: false }
}

/** Uses a new server in every area where the package could lack something. */
export async function exerciseServer(origin: string): Promise<Used> {
  const site = siteClient(origin)
  const { promptId } = await createPrompt(site)
  await site.call(calls.togglePromptPublic, { promptId })
  const used = { promptId, hasLink: true }
  await checkServer(origin, used)
  return used
}

export async function signIn(origin: string): Promise<SiteClient> {
  const site = siteClient(origin)
  await site.call(calls.login, credentials)
  return site
}

/** Logs in again, and checks what was left: by search, and by the link. */
export async function checkServer(origin: string, { promptId, hasLink }: Used): Promise<void> {
  const site = await signIn(origin)
  const { prompts } = await site.call(calls.searchPrompts, { search: 'heron' })
  assert.deepEqual(
    prompts.map(({ id }) => id),
    [promptId],
  )
  const read = async (path: string) => {
    const answer = await fetch(origin + path, { headers: { accept: 'text/html' } })
    assert.equal(answer.status, 200, path)
    return answer.text()
  }
  if (hasLink) assert.match(await read(`/prompt/shared/${promptId}`), /like a heron/)
  const page = await read('/login')
  const [, script = ''] = /"(\/assets\/[^" ]+\.js)[" ]/.exec(page) ?? []
  assert.notEqual(await read(script), '')
  assert.match(await read('/'), /data-prerendered/)
}

/** Waits until a server responds, for at most ten minutes: emulated on a busy machine, it needs some of them. */
export async function waitForServer(origin: string): Promise<void> {
  for (const until = Date.now() + 600_000; ; await delay(10)) {
    if (await isServing(origin)) return
    if (Date.now() > until) throw new Error(`${origin} does not respond.`)
  }
}

/**
 * Runs something during which a server is down, and returns the downtime in milliseconds. Fails only if it hangs: a
 * busy machine takes many times the documented seconds.
 */
export async function measureAbsence(origin: string, act: () => Promise<void>): Promise<number> {
  let [since, longest] = [0, 0]
  const watch = { isOver: false }
  const watching = (async () => {
    for (; !watch.isOver || since > 0; await delay(10)) {
      const isThere = await isServing(origin)
      if (!isThere && since === 0) since = Date.now()
      if (!isThere || since === 0) continue
      longest = Math.max(longest, Date.now() - since)
      since = 0
    }
  })()
  await act()
  await waitForServer(origin)
  watch.isOver = true
  await watching
  assert.ok(longest < 60_000, `It was down for ${longest} ms.`)
  return longest
}

async function isServing(origin: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(2_000) })
    return ok
  } catch {
    return false
  }
}

export type Program = { child: ChildProcess; stop: () => Promise<void> }

/** Starts a program whose output is only shown if it exits by itself. */
export function startProgram(
  [command = '', ...args]: string[],
  options: SpawnOptions = {},
): Program {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (output += text))
  const ended = once(child, 'close')
  let isStopped = false
  // A failed trial leaves nothing running.
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  ended.then(
    () => isStopped || console.error(`${command} ended:\n${output}`),
    () => undefined,
  )
  return {
    child,
    stop: async () => {
      isStopped = true
      process.off('exit', kill)
      for (const pid of [...childrenOf(child.pid), child.pid]) tryToEnd(pid)
      await ended
    },
  }
}

/** The programs that a sandbox waits for and passes no signals to. */
export function childrenOf(pid = 0): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

function tryToEnd(pid = 0): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // It has exited.
  }
}

type Confinement = {
  root: string
  /** Folders of this machine, by their path inside the sandbox, where the program may write. */
  folders?: Record<string, string>
  /** User and group, by number. */
  user: string
  variables: Record<string, string>
  /** The working directory. */
  at: string
}

/** A command as another user's, in a separate root without anything of this machine except its network. */
export function confine(command: readonly string[], where: Confinement): string[] {
  const { root, folders = {}, user, variables, at } = where
  const sandbox = `setpriv --reuid=${user} --regid=${user} --clear-groups bwrap --unshare-all --share-net --die-with-parent --clearenv`
  return [
    ...sandbox.split(' '),
    ...['--ro-bind', root, '/'].concat(['--dev', '/dev'], ['--proc', '/proc']),
    ...Object.entries(folders).flatMap(([path, folder]) => ['--bind', folder, path]),
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    '--chdir',
    at,
    ...command,
  ]
}

/** Runs a command to its end. An error contains its output. */
export function runProgram([command = '', ...args]: readonly string[]): string {
  return execFileSync(command, args, { stdio: 'pipe', encoding: 'utf8' })
}

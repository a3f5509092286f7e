import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import { errorStatus, isErrorCode } from '#contract/core/errors.ts'
import errorMessages from '#languages/en/errors.json' with { type: 'json' }
import { limits } from '#contract/core/limits.ts'
import { Failure } from '#contract/core/schemas.ts'
import { startServer } from '#tests/support/server-process.ts'
import { arbitraryRequest, type ArbitraryRequest } from './arbitrary-inputs.ts'
import { report, times } from './attack-length.ts'
import { workOf } from './server-work.ts'
import type { Waits, Watched } from './watch-health.ts'

const atOnce = 8
const count = times(600, 100_000)
/** The maximum time without a pause, as a multiple of the cost of the longest text. */
const dearestAtOnce = 2 * atOnce
/** The contents of the library before the first request. */
const [depth, promptCount] = times([30, 200], [100, 5_000])
const password = 'a quiet library'
/** Placeholders for ids that exist once a request is sent. */
const [theFolder, thePrompt] = ['the-folder', 'the-prompt']
/** Calls after which a user has to start over. */
const ending = new Set<Call>([calls.deleteAccount, calls.logout, calls.updateProfile])
const StrictFailure = z.strictObject(Failure.shape)

it(
  `None of ${count} arbitrary requests crashes the server or gets an answer outside the contract`,
  { timeout: 1_800_000 },
  async () => {
    const server = await startServer({}, { hasPromptLimit: false })
    const ada = browserOf(server.origin, 'ada@example.com')
    const eve = browserOf(server.origin, 'eve@example.com')
    const passwords = [password, 'another library']
    const known = {
      folderId: [theFolder, thePrompt, 'root'],
      promptId: [thePrompt, thePrompt, theFolder],
      color: ['ffffff', '#4ECDC4'],
      email: ['ada@example.com', 'bob@example.com', 'ADA@EXAMPLE.COM '],
      password: passwords,
      cpassword: passwords,
      cPassword: passwords,
      newPassword: passwords,
      confirmPassword: passwords,
      id: ['plus-monthly', 'free', 'pro-yearly'],
      pageType: ['imprint', 'nothing', '__proto__'],
      token: ['x'.repeat(43), 'a'],
    }
    await ada.fillLibrary()
    const dearest = await ada.workOfLongest(server.pid)
    const health = new Worker(new URL('watch-health.ts', import.meta.url), {
      workerData: { origin: server.origin, pid: server.pid } satisfies Watched,
    })
    const seen = new Map<string, number>()
    let batches = 0

    const requests = fc.array(arbitraryRequest(calls, known), {
      minLength: atOnce,
      maxLength: atOnce,
    })
    await fc.assert(
      fc.asyncProperty(requests, async (batch) => {
        const things = await ada.findThings()
        // Rare, because a new account takes as long as fifty requests.
        if (batches++ % 100 === 0) await eve.findThings()
        await Promise.all(
          batch.map(async (request) => {
            const user = ending.has(request.call) ? eve : ada
            const { status, text } = await user.send(request, things)
            const judged = judge(request, status, text)
            seen.set(judged, (seen.get(judged) ?? 0) + 1)
          }),
        )
      }),
      // A fixed seed in `npm test`, a random one in the long form.
      {
        numRuns: count / atOnce,
        ...(times(0, 1) === 0 && { seed: 1 }),
        endOnFailure: true,
        // The longest texts are truncated.
        asyncReporter: async (run) => {
          if (!run.failed) return
          const report = (await fc.asyncDefaultReportMessage(run)) ?? ''
          throw new Error(report.slice(0, 10_000), { cause: run.errorInstance })
        },
      },
    )

    const ended = once(health, 'message')
    health.postMessage('enough')
    const [{ longest, busiest }] = (await ended) as [Waits]
    const log = server.takeLog()
    await server.stop()
    report(`The longest text took ${dearest} ms of the server's work`)
    report(
      `${count} requests; the longest wait of another was ${Math.round(longest)} ms, ${busiest} of them work`,
    )
    for (const what of [...seen.keys()].toSorted((a, b) => a.localeCompare(b))) {
      report(`${what}: ${seen.get(what)}`)
    }
    expect(log, 'errors in the log').toBe('')
    expect(
      seen
        .keys()
        .filter((what) => what.endsWith(' 200'))
        .toArray().length,
    ).toBeGreaterThan(15)
    expect(busiest).toBeLessThan(dearestAtOnce * dearest)
  },
)

type Things = { folderId: string; promptId: string }
type Sent = { status: number; text: string }
type Answer = Sent & { answer: { id: string } }

/** A user who stays logged in and always has a folder with a prompt. */
function browserOf(origin: string, email: string) {
  let cookie = ''
  let things: Things = { folderId: '', promptId: '' }

  async function ask(path: string, input?: object): Promise<Answer> {
    const response = await fetch(`${origin}/api/${path}`, {
      headers: { cookie, 'content-type': 'application/json' },
      ...(input && { method: 'POST', body: JSON.stringify(input) }),
    })
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) cookie = set.split(';', 1)[0] ?? ''
    const text = await response.text()
    return { status: response.status, text, answer: JSON.parse(text) as { id: string } }
  }

  return {
    async findThings(): Promise<Things> {
      const { status } = await ask('profile')
      if (status === 401) {
        await ask('register', { email, password, cpassword: password })
        await ask('login', { email, password })
      }
      const [folder, prompt] = await Promise.all([
        ask(`folders/contents?folderId=${things.folderId}`),
        ask(`prompts/get?promptId=${things.promptId}`),
      ])
      if (folder.status === 200 && prompt.status === 200) return things
      const { answer: made } = await ask('folders/create', { name: 'A', color: 'ffffff' })
      const text = { name: 'P', color: 'ffffff', prompt: 'A {<b>b</b>}.', folderId: made.id }
      const { answer } = await ask('prompts/create', text)
      things = { folderId: made.id, promptId: answer.id }
      return things
    },
    /** Fills a library that is large and deep enough to expose work that grows with size or depth. */
    async fillLibrary(): Promise<void> {
      await this.findThings()
      let folderId: string | null = null
      for (let level = 0; level < depth; level++) {
        const { answer }: Answer = await ask('folders/create', {
          name: `A ${level}`,
          color: 'ffffff',
          folderId,
        })
        folderId = answer.id
      }
      for (let at = 0; at < promptCount; at++) {
        const prompt = `A {<b>b</b>} ${'a word '.repeat(200)}`
        await ask('prompts/create', { name: `P ${at}`, color: 'ffffff', prompt, folderId })
      }
    },
    /** The main thread's time for creating a prompt with the longest text, in milliseconds. */
    async workOfLongest(pid: number): Promise<number> {
      const rounds = 10
      const text = { name: 'P', color: 'ffffff', prompt: 'a word '.repeat(limits.promptLength / 7) }
      const before = workOf(pid)
      for (let round = 0; round < rounds; round++) {
        const { status, answer } = await ask('prompts/create', text)
        expect(status).toBe(200)
        await ask('prompts/delete', { promptId: answer.id })
      }
      return (workOf(pid) - before) / rounds / 1e6
    },
    async send(request: ArbitraryRequest, { folderId, promptId }: Things): Promise<Sent> {
      const name = (text: string) =>
        text.replaceAll(theFolder, folderId).replaceAll(thePrompt, promptId)
      const { call, body } = request
      const path = call.path.replace(/:\w+/, encodeURIComponent(request.params.toWellFormed()))
      const response = await fetch(`${origin}/api/${path}?${name(request.query)}`, {
        method: call.method,
        headers: {
          ...request.headers,
          ...(request.isSignedIn && { cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: name(body) }),
      })
      const isEndless = call === calls.watchLibrary && response.ok
      const text = await (isEndless ? readLine(response) : response.text())
      return { status: response.status, text }
    },
  }
}

/** Reads the first line of a stream, and leaves it. */
async function readLine({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('\n')) text += (await reader?.read())?.value ?? '\n'
  await reader?.cancel()
  return text
}

/** Returns the kind of an answer. Throws if it does not fit the contract. */
function judge({ name, call }: ArbitraryRequest, status: number, text: string): string {
  const answer: unknown = JSON.parse(text)
  if (status === 200) {
    expect(z.parse(call.answer, answer)).toEqual(answer)
    return `${name} 200`
  }
  const { code, msg, limit, path } = z.parse(StrictFailure, answer)
  if (!isErrorCode(code)) throw new Error(`${name} answers an unknown code: ${text}`)
  // Without a path, the error is in the JSON itself.
  const place = path === undefined ? /\bJSON\b/ : path || 'The input '
  const words =
    code === 'invalid_request'
      ? expect.stringMatching(place)
      : errorMessages[code].replace('{limit}', String(limit))
  expect([status, msg]).toEqual([errorStatus[code], words])
  // Google is not configured on this server, and its address does not allow passkeys.
  const isOff = expect.toBeOneOf(['google_unavailable', 'passkeys_off'])
  if (status >= 500) expect([name, code]).toEqual([expect.any(String), isOff])
  return `${name} ${status} ${code}`
}

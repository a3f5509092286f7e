import { afterAll, expect } from 'vitest'
import type { InputOf } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import type { RunEnd, RunLine } from '#contract/runs/runs.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import type { TestApp } from '#tests/support/library-test.ts'
import { startModelServer, type Behaviour } from '#tests/support/servers/model-server.ts'
import { writeModelsFile } from '#tests/support/servers/models-file.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/**
 * Serves models to the runs of a file's tests, until they end.
 *
 * @returns the models' server, and the environment of a server that uses it
 */
export async function serveModels() {
  const server = await startModelServer()
  const { file, remove } = writeModelsFile(server)
  afterAll(async () => {
    await server.close()
    remove()
  })
  return { server, environment: { MODELS_FILE: file } }
}

/** The credits of a new account. */
export const given = 20
/** For a text of a few characters and an answer of 500 tokens at one credit per 100 tokens. */
export const reserved = 6
export const missing = [404, 'not_found']

let attempts = 0
export function newAttempt(): string {
  return String(++attempts).padStart(32, '0')
}

type Start = Partial<InputOf<typeof calls.startRun>>

export async function start(user: ApiUser, promptId: string, model: Behaviour, change: Start = {}) {
  const input = { attempt: newAttempt(), promptId, values: [], text: 'Hello', model, ...change }
  return user.call(calls.startRun, input)
}

export function toInput(promptId: string) {
  return { attempt: newAttempt(), promptId, values: [], text: 'Hello', model: 'echo' }
}

/** Follows a run to its end. */
export async function follow(user: ApiUser, runId: string, from = 0) {
  const { body, headers } = await user.send(calls.followRun, { runId, from })
  const lines = body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RunLine)
  const end = lines.pop() as { end: RunEnd }
  const text = lines.map((line) => ('text' in line ? line.text : '')).join('')
  return { text, ...end.end, headers }
}

export async function creditsOf(user: ApiUser): Promise<number> {
  return (await user.call(calls.checkLogin, {})).credits.credits
}

export async function ledgerOf(app: TestApp): Promise<[string, number][]> {
  const rows = await app.db
    .selectFrom('credit_entries')
    .select(['reason', 'amount'])
    .where('reason', '<>', 'plan_granted')
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ reason, amount }) => [reason, amount])
}

/** Waits until part of an answer has arrived at the server that runs it, which stores it only once a second. */
export async function untilSome(app: TestApp, runId: string): Promise<void> {
  await waitFor(() => expect(app.services.runs.find(runId)?.pieces).not.toHaveLength(0))
}

/** Waits until part of an answer is stored in the database, which all servers read. */
export async function untilStored(user: ApiUser, runId: string): Promise<void> {
  await waitFor(async () => {
    expect((await user.call(calls.getRun, { runId })).run.answer).not.toBe('')
  })
}

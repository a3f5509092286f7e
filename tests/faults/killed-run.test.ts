import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { startServer } from '#tests/support/server-process.ts'
import { startModelServer } from '#tests/support/servers/model-server.ts'
import { writeModelsFile } from '#tests/support/servers/models-file.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { makeDurableDatabase } from './support/durable-database.ts'
import { siteUser } from '#tests/support/clients/site-user.ts'

const given = 20
const minute = 60_000

describe.each(['SQLite', 'PostgreSQL'])('A server on %s that is killed during a run', (name) => {
  test('is settled by the next one, based on the saved answer', async () => {
    const model = await startModelServer()
    onTestFinished(model.close)
    const { file, remove } = writeModelsFile(model)
    onTestFinished(remove)
    const { location, environment } = await makeDurableDatabase(name)
    const where = { ...environment, MODELS_FILE: file }
    const doomed = await startServer(where)
    const ada = siteUser(doomed.origin, 'ada@example.com')
    await ada.signUp()
    const prompt = { name: 'Poem', color: 'f1f5f9', prompt: 'Hello' }
    const { id: promptId } = await ada.ask(calls.createPrompt, prompt)
    const attempt = '0'.repeat(32)
    const run = { attempt, promptId, values: [], text: 'Hello', model: 'endless' }
    const { runId, reserved } = await ada.ask(calls.startRun, run)
    const db = openDatabase(location)
    onTestFinished(() => db.close())
    const findRun = () => db.main.selectFrom('runs').selectAll().executeTakeFirstOrThrow()
    await waitFor(async () => expect((await findRun()).answer).not.toBe(''))
    await doomed.stop('SIGKILL')

    const left = await findRun()
    expect(left).toMatchObject({ state: 'running', credits: null })
    // As if it had happened then.
    await db.main
      .updateTable('runs')
      .set({ beat_at: left.beat_at - 2 * minute })
      .execute()
    const next = await startServer(where)
    const again = siteUser(next.origin, 'ada@example.com')
    await again.signIn()
    const swept = await waitFor(async () => {
      const { run: found } = await again.ask(calls.getRun, { runId })
      expect(found.state).toBe('failed')
      return found
    })
    expect(swept).toMatchObject({ error: 'model_cut', answer: left.answer })
    expect(swept.credits).toBeGreaterThan(0)
    expect(swept.credits).toBeLessThan(reserved)
    const { credits } = await again.ask(calls.checkLogin, {})
    expect(credits.credits).toBe(given - (swept.credits ?? 0))
    // A repeated request does not restart it.
    expect(await again.ask(calls.startRun, run)).toMatchObject({ runId, left: credits.credits })
    expect(await next.stop()).toBe(0)
  })
})

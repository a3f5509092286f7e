import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import errorMessages from '#languages/en/errors.json' with { type: 'json' }
import { mintOwner } from '#server/users/mint-owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Handle } from '#server/db/database.ts'
import { spendCredits } from '#server/billing/plans/spend-credits.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

async function spend(app: TestApp, amount: number, handle?: Handle): Promise<void> {
  if (handle === undefined) {
    return app.db.transaction().execute((transaction) => spend(app, amount, transaction))
  }
  const { owner_no } = await handle.selectFrom('users').select('owner_no').executeTakeFirstOrThrow()
  const owner = mintOwner(owner_no, 'registration')
  const spent = { action: 'test', amount, at: app.clock.now }
  await spendCredits(handle, owner, spent, app.services)
}

describe.each(databases)('Credits on $name', (database) => {
  const it = libraryTest(database)

  it('are the sum of grants minus spending', async ({ app }) => {
    const ada = await app.signUp()
    await spend(app, 5)
    await spend(app, 15)
    const { credits } = await ada.call(calls.checkLogin, {})
    expect(credits).toEqual({ credits: 0, given: 20 })
    await expect(spend(app, 1)).rejects.toThrow(
      "You don't have enough credits, please buy or upgrade your plan",
    )
    expect(errorMessages.credits_missing).toContain("You don't have enough credits")
  })

  it('never go below zero when spent concurrently', async ({ app }) => {
    const ada = await app.signUp()
    const attempts = await Promise.allSettled(Array.from({ length: 30 }, () => spend(app, 3)))
    const refused = attempts.filter((attempt) => attempt.status === 'rejected')
    expect(refused).toHaveLength(24)
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(ApiError)
      expect((reason as ApiError).errorCode).toBe('credits_missing')
    }
    expect((await ada.call(calls.checkLogin, {})).credits.credits).toBe(2)
  })

  it('are not spent if the paid action fails', async ({ app }) => {
    const ada = await app.signUp()
    const failing = app.db.transaction().execute(async (transaction) => {
      await spend(app, 7, transaction)
      throw new Error('It did not work.')
    })
    await expect(failing).rejects.toThrow('It did not work.')
    expect((await ada.call(calls.checkLogin, {})).credits.credits).toBe(20)
  })
})

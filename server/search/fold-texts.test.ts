import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { foldSomeTexts, hasTextsToFold } from '#server/search/fold-texts.ts'
import { databases } from '#tests/support/databases.ts'
import { formerServer } from '#tests/support/servers/former-server.ts'
import { libraryTest } from '#tests/support/library-test.ts'

describe.each(databases)('Texts that the release before has folded, on $name', (database) => {
  const it = libraryTest(database)

  it('are found as before, and are re-folded in the background', async ({ app }) => {
    const ada = await app.signUp()
    const { owner_no: owner } = await app.db
      .selectFrom('libraries')
      .select('owner_no')
      .executeTakeFirstOrThrow()
    const former = formerServer(app.db, owner)
    const promptId = await ada.makePrompt('Müller’s question', { prompt: 'x' })
    await former.create({ name: 'Müller’s request', prompt: 'Ask {<b>whom</b>}' })
    const folderId = await ada.makeFolder('Für’s Über')
    await sql`update folders set folded_name = 'FUR’S UBER'`.execute(app.db)
    const found = async (search: string) => {
      const { prompts, folders } = await ada.call(calls.searchPrompts, { search })
      return [...prompts, ...folders].map(({ name }) => name)
    }

    expect(await hasTextsToFold(app.db)).toBe(true)
    expect(await found('müller’s')).toEqual(['Müller’s question', 'Müller’s request'])
    expect(await found('mueller')).toEqual(['Müller’s question', 'Müller’s request'])
    expect(await found('müller request')).toEqual(['Müller’s request'])
    expect(await found("müller's")).toEqual(['Müller’s question'])
    expect(await found('que')).toEqual(['Müller’s question'])
    expect(await found('für’s')).toEqual(['Für’s Über'])

    while (await hasTextsToFold(app.db)) await foldSomeTexts(app.db)
    expect(await found("müller's")).toEqual(['Müller’s question', 'Müller’s request'])
    expect(await found('que')).toEqual(['Müller’s question', 'Müller’s request'])
    expect(await found("für's")).toEqual(['Für’s Über'])
    expect(await found('ask {whom}')).toEqual(['Müller’s request'])

    // A change of something else leaves a stale text stale, and a fresh one fresh.
    await ada.call(calls.togglePromptPublic, { promptId })
    expect(await hasTextsToFold(app.db)).toBe(false)
    app.clock.now = Date.now() + 60_000
    await former.update(promptId, { name: 'Quell von Müller', prompt: 'y' })
    await ada.call(calls.togglePromptPublic, { promptId })
    expect(await hasTextsToFold(app.db)).toBe(true)
    while (await hasTextsToFold(app.db)) await foldSomeTexts(app.db)
    expect(await found('quell mueller')).toEqual(['Quell von Müller'])
    await ada.call(calls.updateFolder, { folderId, name: 'Für Öl', color: 'f1f5f9' })
    expect(await hasTextsToFold(app.db)).toBe(false)
    expect(await found('fuer oel')).toEqual(['Für Öl'])
  })
})

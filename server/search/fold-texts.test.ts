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
    const promptId = await ada.makePrompt('Question of Müller', { prompt: 'x' })
    await former.create({ name: 'Request of Müller', prompt: 'Ask {<b>whom</b>}' })
    const folderId = await ada.makeFolder('Über Fragen')
    await sql`update folders set folded_name = 'ÜBER FRAGEN', folded_from = null`.execute(app.db)
    const found = async (search: string) => {
      const { prompts, folders } = await ada.call(calls.searchPrompts, { search })
      return [...prompts, ...folders].map(({ name }) => name)
    }

    expect(await hasTextsToFold(app.db)).toBe(true)
    expect(await found('müller')).toEqual(['Question of Müller', 'Request of Müller'])
    expect(await found('müller request')).toEqual(['Request of Müller'])
    expect(await found('mueller')).toEqual(['Question of Müller'])
    expect(await found('que')).toEqual(['Question of Müller', 'Request of Müller'])
    expect(await found('über fragen')).toEqual(['Über Fragen'])
    expect(await found('ask {whom}')).toEqual(['Request of Müller'])

    while (await hasTextsToFold(app.db)) await foldSomeTexts(app.db)
    expect(await found('mueller')).toEqual(['Question of Müller', 'Request of Müller'])
    expect(await found('que')).toEqual(['Question of Müller', 'Request of Müller'])
    expect(await found('ueber')).toEqual(['Über Fragen'])
    expect(await found('ask {whom}')).toEqual(['Request of Müller'])

    // As the release before wrote it on both databases.
    await sql`update prompt_search set text = ${'REQUST OF MULLER\u001FASK {WHOM}\u001D'}
      where folded_name like 'REQUST%'`.execute(app.db)
    expect(await hasTextsToFold(app.db)).toBe(database.name === 'PostgreSQL')
    expect(await found('ask {whom}')).toEqual(['Request of Müller'])
    while (await hasTextsToFold(app.db)) await foldSomeTexts(app.db)
    expect(await found('ask {whom}')).toEqual(['Request of Müller'])

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

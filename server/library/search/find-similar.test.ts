import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

describe.each(databases)('Similar prompts on $name', (database) => {
  const it = libraryTest(database)

  it('are only those whose names a misspelt query may mean', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const folderId = await ada.makeFolder('Marketing')
    await ada.makePrompt('Launch announcement', { folderId })
    await ada.makePrompt('An announcement of our launch')
    for (const name of [
      'Zusammenfassung',
      'Meetingzusammenfassung, kurz',
      'Melancholic song',
      'Landing page',
      'Lunch menu',
      'E-mail reply',
      'Müllabfuhr',
      'Release 12345',
    ]) {
      await ada.makePrompt(name)
    }
    const find = async (search: string, scope: object = {}) => {
      const { prompts, similar } = await ada.call(calls.searchPrompts, { search, ...scope })
      return [prompts.map(({ name }) => name), similar?.map(({ name }) => name)]
    }
    const launches = ['An announcement of our launch', 'Launch announcement']
    expect(await find('lanch announcment')).toEqual([[], launches])
    expect(await find('lanch announcment', { folderId })).toEqual([[], ['Launch announcement']])
    expect(await find('anouncement')).toEqual([[], launches])
    const summaries = ['Zusammenfassung', 'Meetingzusammenfassung, kurz']
    expect(await find('zusamenfassung')).toEqual([[], summaries])
    expect(await find('zusammenfasung')).toEqual([[], summaries])
    expect(await find('zusamenf')).toEqual([[], summaries])
    expect(await find('muelabfuhr')).toEqual([[], ['Müllabfuhr']])
    // Hits are not listed as similar as well.
    expect(await find('lanch')).toEqual([['Melancholic song'], launches.concat('Lunch menu')])
    for (const search of ['12354', 'release 12346', 'xyzzy', 'menu announcement', 'qui']) {
      expect(await find(search)).toEqual([[], undefined])
    }
    const { similar } = await ada.call(calls.searchPrompts, { search: 'lanch announcment' })
    expect(similar?.[1]?.folderPath).toEqual([{ id: folderId, name: 'Marketing' }])
  })
})

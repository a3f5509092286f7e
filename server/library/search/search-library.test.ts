import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

describe.each(databases)('Searching on $name', (database) => {
  const it = libraryTest(database)

  it('finds names first, then bodies and notes, each with its path', async ({ app }) => {
    const ada = await app.signUp()
    const outer = await ada.makeFolder('Work')
    const inner = await ada.makeFolder('Dragons at work', outer)
    await ada.makePrompt('A tale', { folderId: inner, prompt: 'Tell of a dragon.' })
    await ada.makePrompt('Zoo', { notes: 'no dragons here' })
    await ada.makePrompt('Pet dragon', { folderId: outer, prompt: 'Feed it.' })
    await ada.makePrompt('Unrelated')

    const found = await ada.call(calls.searchPrompts, { search: ' DRAGON ' })
    expect(
      found.prompts.map((hit) => [hit.name, hit.folderPath.map((crumb) => crumb.name)]),
    ).toEqual([
      ['Pet dragon', ['Work']],
      ['A tale', ['Work', 'Dragons at work']],
      ['Zoo', []],
    ])
    expect(found.folders).toEqual([
      {
        id: inner,
        name: 'Dragons at work',
        color: '4ECDC4',
        isFavourite: 0,
        promptCount: 1,
        folderCount: 0,
        folderPath: [{ id: outer, name: 'Work' }],
      },
    ])
    expect(found.hasMore).toBe(false)
  })

  it('finds short names by their beginning, equal ones first, before all others', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const folderId = await ada.makeFolder('Code')
    const make = (user: typeof ada, name: string, shortName: string | null, folder?: string) =>
      user.call(calls.createPrompt, {
        name,
        shortName,
        color: 'f1f5f9',
        prompt: 'x',
        ...(folder !== undefined && { folderId: folder }),
      })
    await make(eve, 'Hers', 'review')
    await make(ada, 'Review', null)
    await make(ada, 'Peers', 'peer-review')
    await make(ada, 'Answers', 'reviewers')
    await make(ada, 'Change', 'review', folderId)
    const { id } = await make(ada, 'Used', 'review-2')
    await ada.call(calls.notePromptUse, { promptId: id })
    const hits = async (search: string, scope = {}) => {
      const { prompts } = await ada.call(calls.searchPrompts, { search, ...scope })
      return prompts.map(({ name }) => name)
    }
    expect(await hits('/rev')).toEqual(['Used', 'Answers', 'Change'])
    expect(await hits('/Review')).toEqual(['Change', 'Used', 'Answers'])
    expect(await hits('review')).toEqual(['Change', 'Used', 'Answers', 'Review'])
    expect(await hits('peer rev')).toEqual(['Peers'])
    expect(await hits('/review', { folderId })).toEqual(['Change'])
    expect(await hits('/review', { isFavourite: '1' })).toEqual([])
    expect(await hits('/reviewz')).toEqual([])
  })

  it('searches a body without the markup of its variables', async ({ app }) => {
    const ada = await app.signUp()
    await ada.makePrompt('Story', { prompt: 'About {<b>hero</b>} and <b>bold</b>.' })
    const hits = async (search: string) =>
      (await ada.call(calls.searchPrompts, { search })).prompts.length
    expect(await hits('about {hero} and')).toBe(1)
    expect(await hits('<b>bold</b>')).toBe(1)
    expect(await hits('<b>hero')).toBe(0)
  })

  it('has no match that spans name and body', async ({ app }) => {
    const ada = await app.signUp()
    await ada.makePrompt('abc', { prompt: 'def', notes: 'ghi' })
    for (const search of ['cde', 'c\u001Fd', 'fgh']) {
      expect((await ada.call(calls.searchPrompts, { search })).prompts).toEqual([])
    }
  })

  it('finds the words of a query in any order and any field, after the exact query', async ({
    app,
  }) => {
    const ada = await app.signUp()
    await ada.makePrompt('Launch announcement')
    await ada.makePrompt('Announcement, second launch')
    await ada.makePrompt('Notes', { prompt: 'On the launch.', notes: 'For the announcement' })
    await ada.makePrompt('Zebra', { prompt: 'A good announcement launch plan' })
    await ada.makePrompt('Announcement')
    await ada.makeFolder('Announcement of a launch')
    const found = await ada.call(calls.searchPrompts, { search: ' announcement  launch ' })
    expect(found.prompts.map(({ name }) => name)).toEqual([
      'Announcement, second launch',
      'Launch announcement',
      'Zebra',
      'Notes',
    ])
    expect(found.folders.map(({ name }) => name)).toEqual(['Announcement of a launch'])
  })

  it('distinguishes marks from letters, and from each other', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const marks = ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~•§†'
    const names = Array.from(marks, (mark) => `a${mark}b`)
    for (const name of names) await ada.makePrompt(name.replace('b', 'bq'), { prompt: name })
    for (const letter of 'qjàáâçèéëìíîïðñòóôõöøùúûüýþÿāă') await ada.makePrompt(`a${letter}bq`)
    for (const name of names.slice(1)) {
      const { prompts } = await ada.call(calls.searchPrompts, { search: name.toUpperCase() })
      expect(prompts.map((hit) => hit.name)).toEqual([name.replace('b', 'bq')])
    }
    const { prompts } = await ada.call(calls.searchPrompts, { search: 'a bq' })
    expect(prompts[0]?.name).toBe('a bq')
  })

  it('finds characters that keyboards lack by their equivalents, and shows the line around the match', async ({
    app,
  }) => {
    const ada = await app.signUp()
    const line =
      'Ein „Zi\u00ADtat“ aus passive‑aggressive Ｎｏｔｅｎ, Seite 5–7, 10\u00A0000-mal: don’t …'
    await ada.makePrompt('Marks', { prompt: `${'x\n'.repeat(99)}${line}`, notes: 'It’s' })
    await ada.makePrompt('Typed', { prompt: `"zitat" 5-7` })
    await ada.makeFolder('Don’t')
    const find = async (search: string) => {
      const { prompts, folders } = await ada.call(calls.searchPrompts, { search })
      return [...prompts.map((hit) => hit.line), ...folders.map(({ name }) => name)]
    }
    for (const search of ['passive-aggressive', 'noten', 'SEITE 5−7,', 'ein "zi']) {
      expect(await find(search)).toEqual([line])
    }
    expect(await find("don't")).toEqual(['…Seite 5–7, 10\u00A0000-mal: don’t …', 'Don’t'])
    expect(await find('“zitat”')).toEqual([line, '"zitat" 5-7'])
    expect(await find('5-7')).toEqual([line, '"zitat" 5-7'])
    expect(await find('10 000-')).toEqual([expect.stringContaining('Seite 5–7, 10\u00A0000-mal')])
    expect(await find("it's")).toEqual(['It’s'])
  })

  it('lists names that begin with the text, or contain a word that does, before other names', async ({
    app,
  }) => {
    const ada = await app.signUp()
    for (const name of ['Claude', 'My launch', 'Launch', 'Applause']) await ada.makePrompt(name)
    const { prompts } = await ada.call(calls.searchPrompts, { search: 'lau' })
    expect(prompts.map(({ name }) => name)).toEqual(['Launch', 'My launch', 'Applause', 'Claude'])
  })

  it('ranks by where a prompt is found, then the phrase, then the last use', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const folderId = await ada.makeFolder('Mails')
    await ada.makePrompt('Zest (mail) for cats')
    await ada.makePrompt('E-mail/cat')
    await ada.makePrompt('Blackmail, a cat’s')
    await ada.makePrompt('Cat, in a folder', { folderId, prompt: 'x' })
    await ada.makePrompt('A, by notes', { prompt: 'mail', notes: 'cat' })
    await ada.makePrompt('B, by body', { prompt: 'A cat gets mail' })
    await ada.makePrompt('C, by body', { prompt: 'A cat gets mail' })
    await ada.makePrompt('D, by phrase', { prompt: 'Of mail cats' })
    const used = await ada.makePrompt('E, by body', { prompt: 'cat, mail' })
    const usedAt = new Date(app.clock.now).toISOString()
    await app.db.updateTable('prompts').set({ used_at: usedAt }).where('id', '=', used).execute()
    const { prompts } = await ada.call(calls.searchPrompts, { search: 'mail cat' })
    expect(prompts.map(({ name }) => name)).toEqual([
      'E-mail/cat',
      'Zest (mail) for cats',
      'Blackmail, a cat’s',
      'Cat, in a folder',
      'D, by phrase',
      'E, by body',
      'B, by body',
      'C, by body',
      'A, by notes',
    ])
  })

  it('shows the line around a hit that is not in the name', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const long = `${'before '.repeat(40)}the needle ${'after '.repeat(40)}`
    await ada.makePrompt('Needle', { prompt: 'A needle' })
    await ada.makePrompt('One', { prompt: 'First\r\n  A {<b>needle</b>} in it \nlast' })
    await ada.makePrompt('Two', { prompt: `First\n${long}\nlast` })
    await ada.makePrompt('Three', { prompt: 'x', notes: 'Nothing.\nA NÉEDLE.' })
    await ada.makePrompt('Work of four', { prompt: 'Nothing\nneedle', notes: 'x' })
    const lines = async (search: string) => {
      const { prompts } = await ada.call(calls.searchPrompts, { search })
      return Object.fromEntries(prompts.map(({ name, line }) => [name, line]))
    }
    const found = await lines('needle')
    expect(found).toMatchObject({ One: 'A {needle} in it', Three: 'A NÉEDLE.' })
    expect(found['Needle']).toBeUndefined()
    expect(found['Two']).toMatch(/^…before .*the needle after .*…$/)
    expect(found['Two']?.length).toBeLessThanOrEqual(162)
    expect(await lines('work needle')).toEqual({ 'Work of four': 'needle' })
  })

  it('treats ä, ae and a as equal, in texts and in queries', async ({ app }) => {
    const ada = await app.signUp()
    const names = ['Mueller', 'Muller', 'Müller']
    for (const name of names) await ada.makePrompt(`Herr ${name}`, { prompt: 'x' })
    await ada.makeFolder('Frau Müller')
    for (const search of [...names, 'herr mueller', 'MU\u0308LL', 'ller']) {
      const { prompts, folders } = await ada.call(calls.searchPrompts, { search })
      expect(prompts.map(({ name }) => name)).toEqual(names.map((name) => `Herr ${name}`))
      expect(folders).toHaveLength(search.startsWith('herr') ? 0 : 1)
    }
    // Folded, it is too short for the index.
    const { prompts } = await ada.call(calls.searchPrompts, { search: 'uel' })
    expect(prompts.map(({ name }) => name)).toEqual(['Herr Mueller', 'Herr Müller'])
  })

  it('takes words that are too short for the index into account', async ({ app }) => {
    const ada = await app.signUp()
    await ada.makePrompt('Mail to Jo')
    await ada.makePrompt('Mail to Al')
    const { prompts } = await ada.call(calls.searchPrompts, { search: 'al mail' })
    expect(prompts.map(({ name }) => name)).toEqual(['Mail to Al'])
  })

  it('returns at most 100 of each kind, with hasMore', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    for (let count = 0; count < 101; count++) await ada.makePrompt(`Prompt ${count}`)
    const found = await ada.call(calls.searchPrompts, { search: 'prompt' })
    expect([found.prompts.length, found.hasMore]).toEqual([100, true])
    expect(found.prompts.at(-1)?.name).toBe('Prompt 99')
  })

  it('finds names first for a frequent text too', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    const named = ['Wilma prompts', 'Xaver prompts', 'Zoe prompts']
    for (const name of named) await ada.makePrompt(name, { prompt: 'nothing of it' })
    // An owner's prompts are created one after another, so no request waits for a connection for long.
    for (let made = 0; made < 420; made += 10) {
      await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          ada.makePrompt(`Text ${made + at}`, { prompt: 'One of many prompts' }),
        ),
      )
    }
    const texts = Array.from({ length: 97 }, (_, count) => `Text ${count}`)
    for (const isLarge of [false, true]) {
      if (isLarge) await app.lookLarge()
      const found = await ada.call(calls.searchPrompts, { search: 'prompts' })
      expect(found.prompts.map((hit) => hit.name)).toEqual([...named, ...texts])
      expect(found.hasMore).toBe(true)
    }
  })

  it.for([
    ['', 'search_too_short'],
    ['ab', 'search_too_short'],
    ['  ab  ', 'search_too_short'],
    ['x'.repeat(201), 'search_too_long'],
    ['ab\0c', 'invalid_characters'],
  ] as const)('does not take %j', async ([search, code], { app }) => {
    const ada = await app.signUp()
    expect(await ada.failure(calls.searchPrompts, { search })).toEqual([400, code])
  })

  it('accepts two letters that fold to three', async ({ app }) => {
    const ada = await app.signUp()
    await ada.makePrompt('Strasse')
    expect((await ada.call(calls.searchPrompts, { search: 'aß' })).prompts).toHaveLength(1)
  })

  it('searches only the prompts in scope', async ({ app }) => {
    const ada = await app.signUp()
    const eve = await app.signUp('eve@example.com')
    const outer = await ada.makeFolder('Dragon lore')
    const inner = await ada.makeFolder('Dragon tales', outer)
    await ada.makePrompt('Dragon at the root', { prompt: 'x' })
    await ada.makePrompt('Dragon outside', { folderId: outer, prompt: '{x}' })
    const shared = await ada.makePrompt('Dragon inside', { folderId: inner, prompt: 'x' })
    await ada.call(calls.togglePromptPublic, { promptId: shared })
    const names = async (scope: object) => {
      const { prompts, folders } = await ada.call(calls.searchPrompts, {
        search: 'dragon',
        ...scope,
      })
      return [...folders, ...prompts].map(({ name }) => name)
    }
    expect(await names({ folderId: outer })).toEqual([
      'Dragon tales',
      'Dragon inside',
      'Dragon outside',
    ])
    expect(await names({ folderId: inner })).toEqual(['Dragon inside'])
    expect(await names({ isPublic: '1' })).toEqual(['Dragon inside'])
    expect(await names({ isPublic: '0', hasVariables: '0' })).toEqual(['Dragon at the root'])
    expect(await names({ folderId: outer, hasVariables: '1' })).toEqual(['Dragon outside'])
    await app.db.updateTable('prompts').set({ is_favourite: 1 }).where('id', '=', shared).execute()
    expect(await names({ isFavourite: '1' })).toEqual(['Dragon inside'])
    expect(await names({ isFavourite: '0', folderId: outer })).toEqual(['Dragon outside'])

    const inFolder = { search: 'dragon', folderId: outer }
    expect(await eve.failure(calls.searchPrompts, inFolder)).toEqual([404, 'not_found'])
    const flag = { search: 'dragon', isPublic: 'yes' }
    expect(await ada.failure(calls.searchPrompts, flag)).toEqual([400, 'invalid_request'])
  })
})

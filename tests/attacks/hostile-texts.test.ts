import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { limits } from '#contract/core/limits.ts'
import { isSearchable } from '#contract/library/search/searchable.ts'
import { hostileTexts, unstorableTexts } from '#tests/fixtures/hostile-texts.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp, libraryTest } from '#tests/support/library-test.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { report, times } from './attack-length.ts'
import { dearest, ratioOf } from './server-work.ts'

const refusal = [400, 'invalid_characters']

describe.each(databases)('A hostile text on $name', (database) => {
  const it = libraryTest(database)

  it('is returned unchanged as a name, a text and a note', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    for (const { what, text } of hostileTexts) {
      const folderId = await ada.makeFolder(text)
      const promptId = await ada.makePrompt(text, { folderId, prompt: text, notes: text })
      const lines = text.replaceAll(/\r\n?/g, '\n')
      const { prompt } = await ada.call(calls.getPrompt, { promptId })
      expect([what, prompt.name, prompt.prompt, prompt.notes]).toEqual([
        what,
        text.trim(),
        lines,
        lines,
      ])
      const { folderTree } = await ada.call(calls.listFolders, { folderId })
      expect(folderTree).toEqual([{ id: folderId, name: text.trim() }])
      await ada.call(calls.togglePromptPublic, { promptId })
      const shared = await app.visitor().call(calls.getSharedPrompt, { promptId })
      expect([shared.promptName, shared.prompt]).toEqual([text.trim(), lines])
    }
    const data = JSON.stringify(await ada.call(calls.downloadAccount, {}))
    for (const { text } of hostileTexts) expect(data).toContain(JSON.stringify(text.trim()))
  })

  it('finds exactly the texts that contain it', async ({ app }) => {
    const ada = await app.signUp()
    await app.liftLimits()
    await ada.makePrompt('Bystander', { prompt: 'A prompt of plain words.' })
    for (const { text } of hostileTexts) await ada.makePrompt(text, { prompt: '' })
    for (const { what, text } of hostileTexts) {
      const search = text.trim().slice(0, limits.searchMaxLength)
      if (!isSearchable(search)) continue
      const { prompts } = await ada.call(calls.searchPrompts, { search })
      const names = prompts.map(({ name }) => name)
      expect([what, names]).toEqual([what, expect.arrayContaining([text.trim()])])
      expect(names).not.toContain('Bystander')
    }
  })

  it('that cannot be stored is rejected with a clear message', async ({ app }) => {
    const ada = await app.signUp()
    const promptId = await ada.makePrompt('Poem')
    const folderId = await ada.makeFolder('Poems')
    const good = { name: 'Good', color: 'ffffff', prompt: 'good', notes: 'good' }
    for (const { text } of unstorableTexts) {
      for (const field of ['name', 'prompt', 'notes']) {
        const input = { ...good, [field]: text }
        expect(await ada.failure(calls.createPrompt, input)).toEqual(refusal)
        expect(await ada.failure(calls.updatePrompt, { promptId, ...input })).toEqual(refusal)
      }
      const folder = { name: text, color: 'ffffff' }
      expect(await ada.failure(calls.createFolder, folder)).toEqual(refusal)
      expect(await ada.failure(calls.updateFolder, { folderId, ...folder })).toEqual(refusal)
      const form = {
        email: 'bob@example.com',
        password: `${text} horse`,
        cpassword: `${text} horse`,
      }
      expect(await ada.failure(calls.register, form)).toEqual(refusal)
      const reset = { email: `a${text.replaceAll(/\s/g, '')}@example.com` }
      expect(await ada.failure(calls.sendResetLink, reset)).toEqual(refusal)
    }
  })

  // Measures this process, and PostgreSQL searches in its own.
  const isMeasured = database.name === 'SQLite'
  it.runIf(isMeasured)(
    'of maximum length costs no more than others of its length, and a longer one is rejected',
    async ({ app }) => {
      const ada = await app.signUp()
      const good = { name: 'Long', color: 'ffffff', notes: null }
      await workOfLong(ada, 'word ')
      for (const unit of [
        '{',
        '}',
        '{a',
        '{<b>',
        '{{}}',
        '\n',
        'a',
        '\u0301',
        '\u0301\u0316',
        'ﷺ',
        '😀',
        '<!--',
        '\\',
      ]) {
        const ratio = await ratioOf(
          () => workOfLong(ada, unit),
          () => workOfLong(ada, 'word '),
        )
        report(`${JSON.stringify(unit)}: ${ratio} times`)
        expect(ratio, unit).toBeLessThan(dearest)
        const prompt = longest(unit)
        const tooLong = { ...good, prompt: `${prompt}${unit}` }
        expect(await ada.failure(calls.createPrompt, tooLong)).toEqual([400, 'prompt_too_long'])
        const farTooLong = { ...good, prompt: unit.repeat(1_000_000) }
        expect(await ada.failure(calls.createPrompt, farTooLong)).toEqual(
          expect.toBeOneOf([
            [400, 'prompt_too_long'],
            [413, 'payload_too_large'],
          ]),
        )
      }
    },
  )
})

function longest(unit: string): string {
  return unit.repeat(limits.promptLength / Array.from(unit).length)
}

/** The CPU time of storing, listing, finding and deleting a long prompt, in microseconds. */
async function workOfLong(user: ApiUser, unit: string): Promise<number> {
  const prompt = longest(unit)
  const search = Array.from(prompt).slice(0, limits.searchMaxLength).join('')
  const before = process.cpuUsage()
  const promptId = await user.makePrompt('Long', { prompt })
  expect((await user.call(calls.getPrompt, { promptId })).prompt.prompt).toBe(prompt)
  expect((await user.call(calls.listPrompts, {})).prompts).toHaveLength(1)
  if (isSearchable(search)) {
    const { prompts } = await user.call(calls.searchPrompts, { search })
    expect([unit, prompts.map(({ id }) => id)]).toEqual([unit, [promptId]])
  } else {
    expect([unit, await user.failure(calls.searchPrompts, { search })]).toEqual([
      unit,
      [400, 'search_too_short'],
    ])
  }
  await user.call(calls.deletePrompt, { promptId })
  const { user: own, system } = process.cpuUsage(before)
  return own + system
}

/** Every text needs an account, which takes a password hash. */
const isChosen = (_text: unknown, at: number) => at % times(6, 1) === 0

describe('A hostile address', () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')

  test('gets at most its own mail, and appears in it only as text', async () => {
    const mailServer = await startMailServer()
    const app = await makeTestApp(database, { environment: mailServer.environment })
    const visitor = app.visitor()
    const addresses = [
      ...hostileTexts.filter(isChosen).map(({ text }) => `${text}@example.com`),
      ...hostileTexts
        .filter(isChosen)
        .map(({ text }) => `${text.replaceAll(/[\s@]/g, '')}@example.com`),
      'a@example.com,victim@evil.example',
      'a@example.com;victim@evil.example',
      'a@example.com\r\nBcc: victim@evil.example',
      'a@example.com%0d%0aBcc:victim@evil.example',
      '<victim@evil.example>a@example.com',
      'Ada<victim@evil.example>',
      '"Ada\\"<victim@evil.example>"@example.com',
      'victims:a,b@evil.example;',
    ]
    const taken = ['last@example.com']
    for (const email of addresses) {
      const form = { email, password: 'correct horse', cpassword: 'correct horse' }
      const { statusCode } = await visitor.send(calls.register, form)
      expect([email, statusCode]).toEqual([email, expect.toBeOneOf([200, 400, 409])])
      if (statusCode === 200) taken.push(email.trim())
    }
    await visitor.register('last@example.com', 'correct horse')
    await mailServer.waitForMail('last@example.com')
    for (const { recipients, subject, html, parsed } of mailServer.mails) {
      expect(recipients).toHaveLength(1)
      expect(taken.map(toLetters)).toContain(toLetters(recipients[0] ?? ''))
      expect(parsed.bcc).toBeUndefined()
      expect(parsed.cc).toBeUndefined()
      expect(subject).toBe('Confirm your email address')
      // The template's own elements, and none from an address.
      expect(
        html.replaceAll(/<\/?(?:!doctype|html|head|meta|title|body|div|p|h1|a|br)\b[^<>]*>/g, ''),
      ).not.toMatch(/<\w/)
      expect(html).not.toMatch(/<[^<>]*\son\w+=/)
      // Its text may name another site, but its link points to ours.
      const links = [...html.matchAll(/href="(.*?)"/g)].map(([, address]) => address)
      for (const link of links) expect(link).toMatch(/^http:\/\/localhost:3000\//)
      expect(links).not.toHaveLength(0)
    }
    await app.close()
    await mailServer.stop()
  })
})

/** An address without the quotes and escapes that some addresses need in a header. */
function toLetters(address: string): string {
  return address.replaceAll(/["\\]/g, '').toLowerCase()
}

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openInCalls } from '#contract/library/open-in/open-in.ts'
import { readConfig } from '#server/config/config.ts'
import { readSettings } from '#server/config/read-settings.ts'
import { TargetsFile } from '#server/config/targets.rules.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

// They are not rows.
const [database] = databases
if (database === undefined) throw new Error('There is no database.')
const directory = makeScratchDirectory('open-in')
afterAll(() => rmSync(directory, { recursive: true }))

describe('The sites that a prompt can be opened in', () => {
  libraryTest(database)('are told to whoever is signed in', async ({ app }) => {
    const ada = await app.signUp()
    const { targets } = await ada.call(openInCalls.listOpenInTargets, {})
    expect(targets.map(({ name }) => name)).toEqual(expect.arrayContaining(['ChatGPT', 'Claude']))
    for (const { address } of targets) expect(address).toMatch(/^https:/)
  })

  test('can be replaced by the operator', async () => {
    const own = { id: 'own', name: 'Our own', address: 'https://models.example.com/' }
    expect(await read({ targets: [own] })).toEqual({ targets: [own] })
  })

  test.each([
    ['an address without TLS', { address: 'http://a.example' }, /targets\.0\.address is "http:/],
    ['a script', { address: 'javascript:alert(1)' }, /may be an https:\/\/ address/],
    [
      'no place for the text',
      { address: 'https://a.example', addressWithText: 'https://a.example/?q=' },
      /it may be an https:\/\/ address with \{prompt\} in it, once\.$/,
    ],
  ])('are refused with one line: %s', async (_, target, message) => {
    await expect(read({ targets: [{ id: 'a', name: 'A', ...target }] })).rejects.toThrow(message)
  })
})

function read(content: object) {
  const file = join(directory, 'targets.json')
  writeFileSync(file, JSON.stringify(content))
  return readSettings('OPEN_IN_FILE', readConfig({ OPEN_IN_FILE: file }).openInFile, TargetsFile)
}

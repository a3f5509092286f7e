import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { readSettings } from './read-settings.ts'

test.each([
  ['/', 'it is not a file'],
  ['package.json/x', 'there is no such file'],
  ['/nope.json', 'there is no such file'],
])('The settings file %s is refused with the reason: %s', async (file, reason) => {
  await expect(readSettings('PLANS_FILE', file, z.object({}))).rejects.toThrow(
    `PLANS_FILE is "${file}": ${reason}.`,
  )
})

test('A settings file that is not JSON is refused with the place', async () => {
  const directory = makeScratchDirectory('settings')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'models.json')
  writeFileSync(file, '{\n  "models": [\n    1\n    2\n  ]\n}\n')
  await expect(readSettings('MODELS_FILE', file, z.object({}))).rejects.toThrow(
    `MODELS_FILE is ${JSON.stringify(file)}: it is not JSON (line 4, column 5).`,
  )
})

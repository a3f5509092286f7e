import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '#contract/calls.ts'
import { palette } from '#contract/core/colors.ts'
import { limits } from '#contract/core/limits.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { makeChance } from '#tests/support/chance.ts'
import { openLibrary, realPrompts } from './library.ts'
import { englishWords, germanWords } from './words.ts'

const ordinaryLength = 1_500
const longLength = 100_000
const longVariables = 50
const longCount = 10
const count = 10_000
/** Prompts per import call. */
const atOnce = 250

const kinds = ['text', 'long', 'choice', 'number', 'date', 'switch'] as const
/** Settings of `reader 1` to `reader 50`. The first is a text, for typed input. */
const everyKind: VariableSetting[] = Array.from({ length: longVariables }, (_, at) => ({
  name: `reader ${at + 1}`,
  kind: kinds[at % kinds.length] ?? 'text',
  help: 'Who reads it?',
  options: [{ value: 'customers' }, { value: 'colleagues' }],
  on: 'everyone',
}))

export type LargeLibrary = Awaited<ReturnType<typeof openLargeLibrary>>

/**
 * A library of 10,000 prompts: 5,000 in one folder, 100 at the root, the others in 49 folders. Ten more, with 100 kB
 * and 50 variables each, are in a separate folder, and again with variables of every kind in another.
 */
export async function openLargeLibrary() {
  const directory = await mkdtemp(join(tmpdir(), 'promptshelf-bench-'))
  const library = await openLibrary({ DATA_DIR: directory })
  const makeFolder = async (name: string) =>
    (await library.call(calls.createFolder, { folderId: null, name, color: '4ECDC4' })).id
  const crowded = await makeFolder('5,000 prompts')
  const long = await makeFolder('Long prompts')
  const typed = await makeFolder('Long prompts with kinds')
  const others: string[] = []
  for (let at = 1; at <= 49; at++) others.push(await makeFolder(`Folder ${at}`))

  const texts = await realPrompts()
  const chance = makeChance(1)
  const makeEntry = (at: number) => {
    const real = texts[chance(texts.length)] ?? { name: '', prompt: '' }
    const own = [englishWords, germanWords].map((words) => words[chance(words.length)]).join(' ')
    return {
      kind: 'prompt' as const,
      in: at < 5_000 ? crowded : at < 5_100 ? null : (others[at % others.length] ?? null),
      name: `${own} ${real.name} ${at}`.slice(0, limits.nameLength),
      color: palette[at % palette.length] ?? '',
      prompt: toStoredForm(`${real.prompt.slice(0, ordinaryLength)}\n\nAbout {${own}}.`),
    }
  }
  const attempt = '0'.repeat(32)
  for (let from = 0; from < count; from += atOnce) {
    const entries = Array.from({ length: atOnce }, (_, at) => makeEntry(from + at))
    await library.call(calls.importEntries, { attempt, name: 'Bench', total: count, from, entries })
  }
  const prompt = toStoredForm(longText(texts.map((text) => text.prompt)))
  for (let at = 1; at <= longCount; at++) {
    const input = { folderId: long, name: `Long prompt ${at}`, color: 'FFD166', prompt }
    await library.call(calls.createPrompt, input)
    await library.call(calls.createPrompt, { ...input, folderId: typed, variables: everyKind })
  }
  return {
    ...library,
    crowded,
    long,
    typed,
    close: async () => {
      await library.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Joined real prompts with occasional lines of variables, and no other braces. */
function longText(texts: string[]): string {
  const text = texts.join('\n\n').replaceAll(/[{}]/g, '')
  const length = longLength / longVariables
  const parts = Array.from({ length: longVariables }, (_, at) => {
    const line = `\n\nFor {reader ${at + 1}}:\n`
    return line + text.slice(at * length, (at + 1) * length - line.length)
  })
  return parts.join('').trim()
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import { palette } from '#contract/core/colors.ts'
import { limits } from '#contract/core/limits.ts'
import { Prompt } from '#contract/library/prompts.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { toRid } from '#server/db/rid.ts'
import { bytesOf, toPromptColumns } from '#server/library/prompts/prompts.rules.ts'
import { toSearchText } from '#server/library/search/search-text.ts'
import { makeChance } from '#tests/support/chance.ts'
import { openLibrary, realPrompts } from './library.ts'
import { englishWords, germanWords } from './words.ts'

const ordinaryLength = 1_500
const longLength = 100_000
const longVariables = 50
const longCount = 10

const kinds = ['text', 'long', 'choice', 'number', 'date', 'switch'] as const
/** Settings of `reader 1` to `reader 50`. The first is a text, for what is typed. */
const everyKind: VariableSetting[] = Array.from({ length: longVariables }, (_, at) => ({
  name: `reader ${at + 1}`,
  kind: kinds[at % kinds.length] ?? 'text',
  help: 'Who reads it?',
  options: [{ value: 'customers' }, { value: 'colleagues' }],
  on: 'everyone',
}))

export type LargeLibrary = Awaited<ReturnType<typeof openLargeLibrary>>

/**
 * A library of 10,000 prompts: 5,000 in one folder, 100 at the root, the others in 49 folders. Ten more, with
 * 100 kB and 50 variables each, are in a folder of their own, and once more with variables of every kind in another.
 * Inserts rows directly, which takes seconds.
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
  await addRows(join(directory, 'promptshelf.sqlite'), 10_000, (at) => {
    const real = texts[chance(texts.length)] ?? { name: '', prompt: '' }
    const own = [englishWords, germanWords].map((words) => words[chance(words.length)]).join(' ')
    return {
      name: `${own} ${real.name} ${at}`.slice(0, limits.nameLength),
      prompt: toStoredForm(`${real.prompt.slice(0, ordinaryLength)}\n\nAbout {${own}}.`),
      color: palette[at % palette.length] ?? '',
      folderId: at < 5_000 ? crowded : at < 5_100 ? null : (others[at % others.length] ?? null),
    }
  })
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

type Row = { name: string; prompt: string; color: string; folderId: string | null }

/** Inserts prompts for the database's only owner. */
async function addRows(file: string, count: number, make: (at: number) => Row): Promise<void> {
  const { main, close } = openDatabase({ kind: 'sqlite', file })
  const { owner_no, last_seq } = await main
    .selectFrom('libraries')
    .select(['owner_no', 'last_seq'])
    .executeTakeFirstOrThrow()
  const owner = mintOwner(owner_no, 'registration')
  const time = new Date().toISOString()
  await main.transaction().execute(async (transaction) => {
    let bytes = 0
    for (let at = 0; at < count; at++) {
      const prompt = z.parse(Prompt, {
        ...make(at),
        id: crypto.randomUUID(),
        notes: null,
        isPublic: 0,
        updatedAt: time,
      })
      const rid = toRid(owner, last_seq + 1 + at)
      const columns = toPromptColumns(prompt)
      bytes += bytesOf(prompt)
      await transaction
        .insertInto('prompts')
        .values({ ...columns, rid, owner_no: owner, created_at: time })
        .execute()
      const { sort_key } = columns
      await transaction
        .insertInto('prompt_search')
        .values({ rid, owner_no: owner, sort_key, text: toSearchText(transaction, prompt) })
        .execute()
    }
    await transaction
      .updateTable('libraries')
      .set({
        last_seq: last_seq + count,
        prompt_count: sql`prompt_count + ${count}`,
        stored_bytes: sql`stored_bytes + ${bytes + count * limits.rowBytes}`,
      })
      .execute()
  })
  await close()
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

// `npm run bench:seed -- --prompts 1000000` fills the database of DATA_DIR or DATABASE_URL with libraries of every
// size, reproducibly. Their owners log in as owner-0@example.com (the largest), owner-1@example.com and so on, with the
// password "a bench of oak".
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { palette } from '#contract/core/colors.ts'
import { limits } from '#contract/core/limits.ts'
import { Prompt } from '#contract/library/prompts.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import { createAccount } from '#server/accounts/create-account.ts'
import { hashPassword } from '#server/accounts/password/hash-password.ts'
import { readConfig } from '#server/config/config.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { toRid } from '#server/db/rid.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import { toFolderColumns } from '#server/library/folders/create-folder.ts'
import { makeServices } from '#server/make-services.ts'
import { bytesOf, toPromptColumns } from '#server/library/prompts/prompts.rules.ts'
import { toSearchText } from '#server/library/search/search-text.ts'
import { makeChance, type Chance } from '#tests/support/chance.ts'
import { realPrompts } from './library.ts'
import { emailOf, password, sizeOf } from './owners.ts'
import { englishWords, germanWords } from './words.ts'

const promptsInFolder = 25
const rowsAtOnce = 100
/** Longer real prompts are truncated: a million of them would take twelve gigabytes. */
const textLength = 1_500
/** The creation time of the first rows. */
const start = Date.parse('2026-01-01T00:00:00Z')

const { values } = parseArgs({ options: { prompts: { type: 'string', default: '100000' } } })
const total = Number(values.prompts)
if (!Number.isSafeInteger(total) || total < 1)
  throw new Error('--prompts must be a whole number above 0.')

const config = readConfig(process.env)
const { services, close } = await makeServices(config, { jobs: [] })
const { catalogue } = services
const db = services.db.main
const passwordHash = await hashPassword(password)
const texts = (await realPrompts()).map(({ name, prompt }) => ({
  name: name.slice(0, limits.nameLength),
  prompt: prompt.slice(0, textLength),
}))

const began = performance.now()
let made = 0
for (let index = 0; made < total; index++) {
  const size = Math.min(sizeOf(index, total), total - made)
  await db.transaction().execute((transaction) => fillLibrary(transaction, index, size))
  made += size
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${emailOf(index)} has ${size} prompts (${made} of ${total}, ${seconds} s)`)
}
await db.updateTable('subscriptions').set({ plan_id: 'pro-monthly' }).execute()
await close()

async function fillLibrary(transaction: Handle, index: number, size: number): Promise<void> {
  const chance = makeChance(index + 1)
  const email = emailOf(index)
  const account = { email, language: 'en', passwordHash, google: null, verifiedAt: start }
  const owner = await createAccount(transaction, account, catalogue, start)
  let seq = 0
  let bytes = 0
  const nextRid = () => toRid(owner, ++seq)

  const folders = makeFolders(owner, Math.ceil(size / promptsInFolder), chance, nextRid)
  for (const rows of inBatches(folders)) {
    await transaction.insertInto('folders').values(rows).execute()
  }
  for (let done = 0; done < size; done += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, size - done)
    const rows = Array.from({ length: count }, (_, at) => {
      const folder = folders[chance(folders.length + 1)]
      return makePrompt(owner, nextRid(), folder?.id ?? null, `${index}-${done + at}`, chance)
    })
    bytes += rows.reduce((sum, row) => sum + row.bytes, 0)
    await transaction
      .insertInto('prompts')
      .values(rows.map(({ prompt }) => prompt))
      .execute()
    await transaction
      .insertInto('prompt_search')
      .values(rows.map(({ search }) => search))
      .execute()
  }
  await transaction
    .updateTable('libraries')
    .set({
      last_seq: seq,
      folder_count: folders.length,
      prompt_count: size,
      stored_bytes: bytes + (folders.length + size) * limits.rowBytes,
    })
    .where('owner_no', '=', owner)
    .execute()
}

/** Nested folders: each is at the root or in an earlier one. */
function makeFolders(owner: OwnerNo, count: number, chance: Chance, nextRid: () => number) {
  const ids: string[] = []
  return Array.from({ length: count }, (_, at) => {
    const id = makeId(start + at, chance)
    const parent = ids[chance(ids.length + 1)] ?? null
    ids.push(id)
    const name = `${oneOf(chance, englishWords)} ${oneOf(chance, germanWords)} ${at}`
    return {
      rid: nextRid(),
      owner_no: owner,
      id,
      parent_id: parent,
      ...toFolderColumns({ name, color: oneOf(chance, palette) }),
      created_at: new Date(start + at).toISOString(),
      changed_no: 0 as ChangeNo,
    }
  })
}

/** A real prompt plus words: some common ones, and one unique one. */
function makePrompt(
  owner: OwnerNo,
  rid: number,
  folderId: string | null,
  label: string,
  chance: Chance,
) {
  const real = texts[chance(texts.length)] ?? { name: '', prompt: '' }
  const words = chance(2) === 0 ? englishWords : germanWords
  const own = Array.from({ length: 30 }, () => oneOf(chance, words)).join(' ')
  const name = `${oneOf(chance, words)} ${real.name} ${label}`.slice(0, limits.nameLength)
  const color = oneOf(chance, palette)
  const notes = chance(4) === 0 ? own.toUpperCase() : null
  const body = `${real.prompt}\n\n${own} {${oneOf(chance, words)}} unicum${label}`
  const time = new Date(start + chance(300 * 24 * 60 * 60 * 1000)).toISOString()
  const isPublic = chance(50) === 0 ? 1 : 0
  const id = makeId(Date.parse(time), chance)
  const edit = { name, color, notes, prompt: toStoredForm(body) }
  const prompt = z.parse(Prompt, { ...edit, id, folderId, isPublic, updatedAt: time })
  const columns = toPromptColumns(prompt)
  const { sort_key } = columns
  return {
    prompt: { ...columns, rid, owner_no: owner, created_at: time, changed_no: 0 as ChangeNo },
    search: { rid, owner_no: owner, sort_key, text: toSearchText(db, prompt) },
    bytes: bytesOf(prompt),
  }
}

/** A reproducible UUIDv7. */
function makeId(time: number, chance: Chance): string {
  const hex = (digits: number) =>
    chance(2 ** (4 * digits))
      .toString(16)
      .padStart(digits, '0')
  const moment = time.toString(16).padStart(12, '0')
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`
}

function oneOf<Item>(chance: Chance, items: readonly Item[]): Item {
  const item = items[chance(items.length)]
  if (item === undefined) throw new Error('The list is empty.')
  return item
}

function* inBatches<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce)
}

import { useMemo } from 'react'
import * as z from 'zod/mini'
import { limits } from '#contract/core/limits.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import type { Values } from '#contract/variables/fill-in.ts'
import { renameValues, type Rename } from '#contract/variables/renames.ts'
import type { Value } from '#contract/variables/value-schemas.ts'
import {
  eraseLastValues,
  readForAccount,
  storageOwner,
  storeForAccount,
  valueDatabase,
} from '#web/api/account-storage.ts'
import { databaseOf } from '#web/api/database.ts'
import { deviceStorage } from '#web/ui/browser/storage.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { byName, toList } from './get-my-values.ts'

/** The values last copied with a prompt. */
const LastValues = z.object({
  promptId: z.string(),
  values: z.array(z.object({ name: z.string(), value: z.string() })),
})
type LastValues = z.output<typeof LastValues>

const Row = z.extend(LastValues, {
  accountId: z.string(),
  /** Higher for values that were copied later. */
  no: z.number(),
})
type Row = z.output<typeof Row>
const isRow = (row: unknown): boolean => z.safeParse(Row, row).success

const open = databaseOf(valueDatabase, 'promptId')
const versionKey = 'values-version'
const offKey = 'keeps-no-last-values'
const mostPrompts = 200
/** The maximum JSON of all prompts in characters, stored here and sent in one request. */
const mostOfAll = 1_000_000
const mostSent = 300_000

/** The values that this browser stores, as this tab knows them; most recent last. */
const stored = createStore<readonly Row[]>([])
/** The running read or change. They follow each other. */
let running: Promise<void> = Promise.resolve()

/** Reads the account's values, now and after each change by another tab. Resolves once they have been read. */
export async function followLastValues(): Promise<void> {
  window.addEventListener('storage', ({ key }) => void (key === versionKey && readRows()))
  await takeOver()
  await readRows()
}

/** Moves the values of earlier releases from the browser's local storage, where no logout erases them from its files. */
async function takeOver(): Promise<void> {
  const former = readForAccount('last-values')
  const accountId = storageOwner()
  if (former === null || accountId === undefined) return
  await change(parse(former).map((row, at) => ({ ...row, accountId, no: at })))
  deviceStorage.removeItem('last-values')
}

function parse(text: string): LastValues[] {
  try {
    return z.safeParse(z.array(LastValues), JSON.parse(text)).data ?? []
  } catch {
    return []
  }
}

/** Returns the values last copied with a prompt: those in this browser, or else those in the account. */
export function lastValuesOf({ id, lastValues }: Pick<Prompt, 'id' | 'lastValues'>) {
  return readLastValues(id) ?? (lastValues.length > 0 ? byName(lastValues) : undefined)
}

/** The same for components. */
export function useLastValues(prompt: Pick<Prompt, 'id' | 'lastValues'>): Values | undefined {
  const rows = useStore(stored)
  return useMemo(() => rows && lastValuesOf(prompt), [rows, prompt])
}

/** Returns the values last copied with a prompt in this browser. */
export function readLastValues(promptId: string): Values | undefined {
  const row = read().find((other) => other.promptId === promptId)
  return row && byName(row.values)
}

/**
 * Stores the values copied with a prompt, replacing earlier ones. Returns false if they are too long, and leaves the
 * earlier ones.
 */
export function keepLastValues(promptId: string, values: Values): boolean {
  if (!keepsLastValues() || ![...values.values()].some((value) => value !== '')) return true
  const accountId = storageOwner()
  const list = toList(values)
  if (areTooLong(list)) return false
  if (accountId === undefined) return true
  const others = read().filter((other) => other.promptId !== promptId)
  const row = { promptId, values: list, accountId, no: (others.at(-1)?.no ?? 0) + 1 }
  void change([...others, row].slice(-mostPrompts))
  return true
}

/** Whether values are too long to be stored as the last ones of a prompt. */
export function areTooLong(values: readonly Value[]): boolean {
  return JSON.stringify(values).length > limits.lastValuesLength
}

/** Deletes the values of a prompt from this browser, because the account keeps them. */
export function forgetLastValues(promptId: string): void {
  void change(read().filter((other) => other.promptId !== promptId))
}

/** The stored values of the most recent prompts that fit into one request. */
export function listLastValues(): LastValues[] {
  let length = 0
  return read()
    .toReversed()
    .slice(0, limits.lastValuesPrompts)
    .map(({ promptId, values }) => ({ promptId, values }))
    .filter((values) => (length += JSON.stringify(values).length) < mostSent)
}

/** Renames the stored values of a prompt along with its variables. */
export function renameLastValues(promptId: string, renames: readonly Rename[]): void {
  if (renames.length === 0) return
  const renamed = read().map((row) =>
    row.promptId === promptId ? { ...row, values: renameValues(row.values, renames) } : row,
  )
  void change(renamed)
}

/** Whether this browser stores last values. */
export function keepsLastValues(): boolean {
  try {
    return localStorage.getItem(offKey) === null
  } catch {
    return false
  }
}

/** Switches storing of last values for this browser, beyond logout. Switching off erases them. */
export function switchLastValues(isOn: boolean): void {
  if (isOn) return deviceStorage.removeItem(offKey)
  stored.set([])
  eraseLastValues()
  deviceStorage.setItem(offKey, '')
}

/** The values, unless a logout has erased them. */
function read(): readonly Row[] {
  return readForAccount(versionKey) === null ? [] : stored.get()
}

function readRows(): Promise<void> {
  return afterOthers(async () => {
    const known = stored.get()
    const isEmpty = readForAccount(versionKey) === null
    const rows: Row[] = isEmpty ? [] : await open((db) => db.getAll(valueDatabase))
    // Otherwise the change is stored next.
    if (stored.get() !== known) return void readRows()
    const own = rows.filter((row) => isRow(row) && row.accountId === storageOwner())
    stored.set(own.toSorted((one, other) => one.no - other.no))
  })
}

/** Shows and stores all values, without those that are too many. */
function change(rows: readonly Row[]): Promise<void> {
  const before = stored.get()
  let length = 0
  const kept = rows
    .toReversed()
    .filter((row) => (length += JSON.stringify(row.values).length) <= mostOfAll)
    .toReversed()
  const changed = kept.filter((row) => !before.includes(row))
  const gone = before.filter(({ promptId }) => !kept.some((row) => row.promptId === promptId))
  if (changed.length + gone.length === 0) return running
  stored.set(kept)
  if (readForAccount(versionKey) === null) storeForAccount(versionKey, '')
  return afterOthers(async () => {
    // A logout has erased them.
    if (storageOwner() === undefined || !keepsLastValues()) return
    await open(async (db) => {
      const transaction = db.transaction(valueDatabase, 'readwrite')
      for (const row of changed) void transaction.store.put(row)
      for (const { promptId } of gone) void transaction.store.delete(promptId)
      await transaction.done
    })
    // Other tabs read them again.
    storeForAccount(versionKey, String(Math.random()))
  })
}

/** Resolves once the changes up to now are stored. */
export function lastValuesAreStored(): Promise<void> {
  return running
}

/** Without IndexedDB or free storage, the values last as long as the page. */
function afterOthers(task: () => Promise<void>): Promise<void> {
  running = running.then(task).catch(() => {})
  return running
}

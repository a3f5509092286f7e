import * as z from 'zod/mini'
import { limits } from '#contract/core/limits.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import type { Values } from '#contract/variables/fill-in.ts'
import { renameValues, type Rename } from '#contract/variables/renames.ts'
import type { Value } from '#contract/variables/value-schemas.ts'
import { storeForAccount, readForAccount } from '#web/api/account-storage.ts'
import { byName, toList } from './get-my-values.ts'

const StoredValue = z.object({ name: z.string(), value: z.string() })
/** The values last copied with each prompt, most recent last. */
const StoredList = z.array(z.object({ promptId: z.string(), values: z.array(StoredValue) }))
type StoredList = z.output<typeof StoredList>

const offKey = 'keeps-no-last-values'
const mostPrompts = 200
/** The maximum JSON of all prompts in characters, stored here and sent in one request. */
const mostOfAll = 1_000_000
const mostSent = 300_000

/** Returns the values last copied with a prompt: those in this browser, or else those in the account. */
export function lastValuesOf({ id, lastValues }: Pick<Prompt, 'id' | 'lastValues'>) {
  return readLastValues(id) ?? (lastValues.length > 0 ? byName(lastValues) : undefined)
}

/** Returns the values last copied with a prompt in this browser. */
export function readLastValues(promptId: string): Values | undefined {
  const stored = read().find((other) => other.promptId === promptId)
  return stored && byName(stored.values)
}

/**
 * Stores the values copied with a prompt, replacing earlier ones. Returns false if they are too long, and leaves the
 * earlier ones.
 */
export function keepLastValues(promptId: string, values: Values): boolean {
  if (!keepsLastValues() || ![...values.values()].some((value) => value !== '')) return true
  const others = read().filter((other) => other.promptId !== promptId)
  const stored = { promptId, values: toList(values) }
  if (areTooLong(stored.values)) return false
  write([...others, stored].slice(-mostPrompts))
  return true
}

/** Whether values are too long to be stored as the last ones of a prompt. */
export function areTooLong(values: readonly Value[]): boolean {
  return JSON.stringify(values).length > limits.lastValuesLength
}

/** Deletes the values of a prompt from this browser, because the account keeps them. */
export function forgetLastValues(promptId: string): void {
  const stored = read()
  const others = stored.filter((other) => other.promptId !== promptId)
  if (others.length < stored.length) write(others)
}

/** The stored values of the most recent prompts that fit into one request. */
export function listLastValues(): StoredList {
  let length = 0
  return read()
    .toReversed()
    .slice(0, limits.lastValuesPrompts)
    .filter((stored) => (length += JSON.stringify(stored).length) < mostSent)
}

/** Renames the stored values of a prompt along with its variables. */
export function renameLastValues(promptId: string, renames: readonly Rename[]): void {
  if (renames.length === 0) return
  const renamed = read().map((stored) =>
    stored.promptId === promptId
      ? { ...stored, values: renameValues(stored.values, renames) }
      : stored,
  )
  write(renamed)
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
  try {
    if (isOn) return localStorage.removeItem(offKey)
    localStorage.removeItem('last-values')
    localStorage.setItem(offKey, '')
  } catch {
    // Without storage, there is nothing to erase.
  }
}

function read(): StoredList {
  const text = readForAccount('last-values')
  try {
    return z.safeParse(StoredList, JSON.parse(text || '[]')).data ?? []
  } catch {
    return []
  }
}

function write(stored: StoredList) {
  let text = JSON.stringify(stored)
  while (text.length > mostOfAll) text = JSON.stringify((stored = stored.slice(1)))
  if (keepsLastValues()) storeForAccount('last-values', text)
}

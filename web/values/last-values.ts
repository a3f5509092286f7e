import * as z from 'zod/mini'
import type { Values } from '#contract/variables/fill-in.ts'
import { renameValues, type Rename } from '#contract/variables/renames.ts'
import { storeForAccount, readForAccount } from '#web/api/account-storage.ts'
import { byName } from './get-my-values.ts'

const Value = z.object({ name: z.string(), value: z.string() })
/** What was copied last with each prompt, the latest at the end. */
const Kept = z.array(z.object({ promptId: z.string(), values: z.array(Value) }))
type Kept = z.output<typeof Kept>

const offKey = 'keeps-no-last-values'
const mostPrompts = 200
/** In characters of JSON: the values of a prompt, and all of them. */
const mostOfPrompt = 50_000
const mostOfAll = 1_000_000

/** What was last copied with a prompt in this browser. */
export function readLastValues(promptId: string): Values | undefined {
  const kept = read().find((other) => other.promptId === promptId)
  return kept && byName(kept.values)
}

/**
 * Keeps what was copied with a prompt, in the place of what was copied before. Returns false where that is too long, and
 * what was kept before stays.
 */
export function keepLastValues(promptId: string, values: Values): boolean {
  if (!keepsLastValues() || ![...values.values()].some((value) => value !== '')) return true
  const others = read().filter((other) => other.promptId !== promptId)
  const kept = { promptId, values: [...values].map(([name, value]) => ({ name, value })) }
  if (JSON.stringify(kept).length > mostOfPrompt) return false
  write([...others, kept].slice(-mostPrompts))
  return true
}

/** Gives what was copied with a prompt the names that its variables have by now. */
export function renameLastValues(promptId: string, renames: readonly Rename[]): void {
  if (renames.length === 0) return
  const renamed = read().map((kept) =>
    kept.promptId === promptId ? { ...kept, values: renameValues(kept.values, renames) } : kept,
  )
  write(renamed)
}

/** Whether this browser keeps last values. */
export function keepsLastValues(): boolean {
  try {
    return localStorage.getItem(offKey) === null
  } catch {
    return false
  }
}

/** Makes this browser keep last values or not, after logging out too. Erases them when it no longer does. */
export function switchLastValues(isOn: boolean): void {
  try {
    if (isOn) return localStorage.removeItem(offKey)
    localStorage.removeItem('last-values')
    localStorage.setItem(offKey, '')
  } catch {
    // Without storage, nothing is kept anyway.
  }
}

function read(): Kept {
  const text = readForAccount('last-values')
  try {
    return z.safeParse(Kept, JSON.parse(text || '[]')).data ?? []
  } catch {
    return []
  }
}

function write(kept: Kept) {
  let text = JSON.stringify(kept)
  while (text.length > mostOfAll) text = JSON.stringify((kept = kept.slice(1)))
  if (keepsLastValues()) storeForAccount('last-values', text)
}

import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import { createStore } from '#web/ui/store.ts'

type Copy = {
  /** The answer to a read, or a promise of it; undefined if the server has to be asked. */
  find: (call: Call, input: object) => unknown
  /** Notes a change that this client has sent, before its response. */
  noteChange: (call: Call, input: object, change: Promise<unknown>) => void
  /** What the copy has, once it is complete. `units`: the length of its texts. */
  contents?: { prompts: number; folders: number; units: number }
}

/** The copy of the library that answers reads, as long as it knows the answer. */
export const libraryCopy = createStore<Copy | undefined>(undefined)

/** Returns the copy's answer to a call; undefined if the server has to be asked. */
export async function findCopied<C extends Call>(
  call: C,
  input: InputOf<C>,
): Promise<AnswerOf<C> | undefined> {
  return (await libraryCopy.get()?.find(call, input as object)) as AnswerOf<C> | undefined
}

/** Returns the copy's answer to a call without waiting, so that it is in the next frame; undefined if there is none yet. */
export function findCopiedNow<C extends Call>(call: C, input: InputOf<C>): AnswerOf<C> | undefined {
  try {
    const found = libraryCopy.get()?.find(call, input as object)
    return found instanceof Promise ? undefined : (found as AnswerOf<C> | undefined)
  } catch {
    // A removed folder or prompt: the query reports it.
    return undefined
  }
}

/** Notes a change, so that the copy answers no read until it contains it. */
export function noteChange(call: Call, input: object, change: Promise<unknown>): void {
  libraryCopy.get()?.noteChange(call, input, change)
}

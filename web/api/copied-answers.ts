import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'

type Copy = {
  /** The answer to a read; undefined if the server has to be asked. */
  find: (call: Call, input: object) => unknown
  /** Notes a change that this client has sent, before its response. */
  noteChange: (call: Call, input: object, change: Promise<unknown>) => void
}

let copy: Copy | undefined

/** Answers reads from a copy of the library, as long as it knows the answer. */
export function answerFromCopy(next: Copy | undefined): void {
  copy = next
}

/** Returns the copy's answer to a call; undefined if the server has to be asked. */
export function findCopied<C extends Call>(call: C, input: InputOf<C>): AnswerOf<C> | undefined {
  return copy?.find(call, input as object) as AnswerOf<C> | undefined
}

/** Notes a change, so that the copy answers no read until it contains it. */
export function noteChange(call: Call, input: object, change: Promise<unknown>): void {
  copy?.noteChange(call, input, change)
}

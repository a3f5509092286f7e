import { setTimeout as wait } from 'node:timers/promises'
import type { calls } from '#contract/calls.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { OperationAnswer } from '#server/core/operation.ts'
import { actFor } from '#server/db/acting-owner.ts'
import { getSkillsState, type SkillsState } from '#server/library/skills/skills.queries.ts'
import type { Caller } from '#server/http/mcp/make-caller.ts'

/** The least time between two announcements to one client. */
const quietMs = 1_000

/** The state of the list after a change; `ping`: it has not changed for a while. Undefined: nothing to send for a second. */
export type PromptsLine = { state: string } | { ping: 1 } | undefined
type PromptsLines = AsyncGenerator<PromptsLine, void, undefined>

/**
 * Follows the list of prompts that an actor sees, until the server stops or access ends. Returns the state from which it
 * continues, and a line after each change. Changes within a second are one.
 *
 * @param seen a state that the client knows; if the list has changed since then, the first line reports it
 * @throws ApiError those of `library/watch`
 */
export async function followPrompts(
  caller: Caller,
  seen?: string,
): Promise<{ state: string; lines: PromptsLines }> {
  const numbers = await caller.call('watchLibrary', {})
  const known = toState(seen) ?? (await readState(caller, 0))
  return { state: toText(known), lines: listChanges(caller, numbers, known) }
}

async function* listChanges(
  caller: Caller,
  numbers: OperationAnswer<typeof calls.watchLibrary>,
  from: SkillsState,
): PromptsLines {
  let known = from
  for await (const line of numbers) {
    if (line === undefined || 'ping' in line || line.next === String(known.changeNo)) {
      yield line && { ping: 1 }
      continue
    }
    const { hasChanged, ...state } = await readState(caller, known.changeNo)
    const isOther =
      hasChanged ||
      state.count !== known.count ||
      state.sum !== known.sum ||
      // The library was restored from a backup.
      state.changeNo < known.changeNo
    known = state
    yield isOther ? { state: toText(state) } : { ping: 1 }
    await wait(quietMs)
  }
}

/** @throws ApiError `not_logged_in` if the account has been deleted */
async function readState({ services, actor }: Caller, after: number) {
  const state = await actFor(actor.owner, () =>
    getSkillsState(services.db.background, actor.owner, actor.root, after),
  )
  if (state === undefined) throw new ApiError('not_logged_in')
  return state
}

function toText({ changeNo, count, sum }: SkillsState): string {
  return `${changeNo}.${count}.${sum}`
}

/** Undefined if the text is missing, or not one of ours. */
function toState(text: string | undefined): SkillsState | undefined {
  if (text === undefined || !/^\d{1,15}\.\d{1,15}\.\d{1,15}$/.test(text)) return undefined
  const [changeNo = 0, count = 0, sum = 0] = text.split('.').map(Number)
  return { changeNo, count, sum }
}

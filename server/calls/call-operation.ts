import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import { calls } from '#contract/calls.ts'
import { isForTokens, type Call, type Scope } from '#contract/core/call.ts'
import { checkProofFor } from '#server/accounts/session/check-proof.ts'
import { whileValid } from '#server/calls/while-valid.ts'
import { recordTokenChange } from '#server/calls/record-token-change.ts'
import type { Actor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Channel } from '#server/core/channel.ts'
import { refusedInput } from '#server/core/refused-input.ts'
import type { FileAnswer, OperationAnswer } from '#server/core/operation.ts'
import type { Services } from '#server/core/services.ts'
import { actFor, readFor } from '#server/db/acting-owner.ts'
import { stayWithin } from '#server/calls/stay-within.ts'
import { operations } from '#server/calls/operations.ts'

export type CallName = keyof typeof calls

/** An operation whose call, and so the types of its actor and input, are known only at run time. */
type SomeOperation = (
  services: Services,
  actor: never,
  input: never,
  channel: Channel,
) => Promise<unknown>

/** Validation stops at the first error, because an answer reports only one. */
const context: z.core.ParseContextInternal<z.core.$ZodIssue> = {
  abortEarly: true,
  reportInput: true,
}

/**
 * Makes a call for an actor. Every transport calls operations through this function alone.
 *
 * @param input not yet validated, with the parameters of the call's path
 * @throws ApiError the errors of `checkAccess` and `stayWithin`, the code of invalid input, `proof_needed`, and those
 * of the call
 */
export async function callOperation<Name extends CallName>(
  services: Services,
  name: Name,
  actor: Actor | undefined,
  input: unknown,
  channel: Channel,
): Promise<OperationAnswer<(typeof calls)[Name]>> {
  const call: Call = calls[name]
  const operation: SomeOperation = operations[name]
  checkAccess(call, actor)
  const params = call.params && parse(call.params, input)
  const parsed = await stayWithin(services.db, call, actor, {
    ...parse(call.input, input),
    ...params,
  })
  await checkProofFor(call, services, actor)
  // A public call identifies only people in browsers.
  const known = call.access === 'public' && actor?.via !== 'session' ? undefined : actor
  const run = () => operation(services, known as never, parsed as never, channel)
  const answer = known ? await actFor(known.owner, run) : await run()
  if (known === undefined) return answer as OperationAnswer<(typeof calls)[Name]>
  recordTokenChange(services, name, call, known, channel)
  if (call.effect === 'write') services.changes.wake(known.owner)
  return answerAs(services, call, known, answer) as OperationAnswer<(typeof calls)[Name]>
}

/**
 * Checks what is known before the input: the actor's scope, and whether the call is open to an actor with a root
 * folder.
 *
 * @throws ApiError `not_logged_in`, `insufficient_scope`, `outside_folder`
 */
export function checkAccess(
  call: Pick<Call, 'access' | 'within' | 'forOperators'>,
  actor: Actor | undefined,
): void {
  const { access, within } = call
  if (access === 'public') return
  if (actor === undefined) throw new ApiError('not_logged_in')
  if (!mayCall(call, actor)) throw new ApiError('insufficient_scope')
  if (actor.root !== undefined && within === undefined) throw new ApiError('outside_folder')
}

function mayCall(call: Pick<Call, 'access' | 'forOperators'>, { via, scopes }: Actor): boolean {
  switch (via) {
    case 'session':
      return scopes.has(call.access as Scope)
    case 'token':
    case 'app':
      return isForTokens(call) && scopes.has(call.access)
    case 'operator':
      return call.forOperators === true
  }
}

function parse(schema: z.ZodMiniType, input: unknown): object {
  const result = safeParse(schema, input, context)
  if (result.success) return result.data as object
  const [issue] = result.error.issues
  throw issue ? refusedInput(issue) : new ApiError('invalid_request')
}

/** Also attributes lazy reads of a file or a stream to the actor, and ends them with the actor's token or account. */
function answerAs(services: Services, call: Call, actor: Actor, answer: unknown): unknown {
  const read = <Item>(items: AsyncIterable<Item>) =>
    whileValid(services, actor, readFor(actor.owner, items))
  if (call.answerAs === 'stream') return read(answer as AsyncIterable<unknown>)
  if (call.answerAs !== 'file') return answer
  const file = answer as FileAnswer
  return { ...file, pieces: read(file.pieces) }
}

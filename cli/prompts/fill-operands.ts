import { readFileSync } from 'node:fs'
import type { Client } from '#contract/core/client.ts'
import { promptCalls, type Prompt } from '#contract/library/prompts.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import type { Input } from '#contract/variables/inputs.ts'
import { CommandError, UsageError, type Context } from '#cli/core/define-command.ts'
import { reasonOf } from '#cli/server/describe-error.ts'
import { decodeText } from '#cli/terminal/decode-text.ts'
import {
  beginFilling,
  findMissing,
  finish,
  loadOwnValues,
  nameInArguments,
  takePiped,
  takeValue,
  takeValueSet,
  type Filling,
} from '#cli/prompts/fill-prompt.ts'
import { fillInForm } from '#cli/prompts/fill-in-form.ts'
import { findPrompt } from '#cli/prompts/find-prompt.ts'
import { loadNames, pickPrompt } from '#cli/prompts/pick-prompt.ts'
import { inHome, isPipedIn, readInput, withoutLastLineEnd } from '#cli/terminal/read-input.ts'
import { canAsk, onTerminal } from '#cli/terminal/screen.ts'
import { hasStyles, styler } from '#cli/terminal/styles.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

/** Options of every command that fills in a prompt. */
export const fillingOptions = { set: { hasValue: true, takes: 'set' } } as const

export type FilledIn = {
  prompt: Prompt
  text: string
  /** By variable name. */
  values: ReadonlyMap<string, string>
  /** The variables whose braces stay. */
  missing: readonly Input[]
}

/** The input for `variable=@-`, and the piped input. */
type Piped = { text?: string; isTaken: boolean }

/**
 * Fills in the prompt named by the first operand, else one that the user picks, with the values of the other operands,
 * the piped input, and the user's answers.
 *
 * @throws UsageError if a value is invalid, or if a required one is missing
 */
export async function fillInOperands(
  context: Context,
  client: Client,
  [named, ...pairs]: readonly string[],
  set: string | undefined,
): Promise<FilledIn> {
  const { texts } = context
  const [prompt, own, piped] = await Promise.all([
    named === undefined ? pick(client, context) : findPrompt(client, named, texts),
    loadOwnValues(client),
    readPiped(context),
  ])
  // Only now, since a mistyped command is also followed by words that are not values.
  const given = pairs.map((pair) => splitPair(pair, context))
  const filling = beginFilling(prompt, own, context.locale)
  if (set !== undefined) takeValueSet(filling, set, texts)
  for (const [name, value] of given)
    takeValue(filling, name, readGiven(value, piped, context), texts)
  if (piped.text && !piped.isTaken) takePiped(filling, piped.text)
  await ask(context, filling, named === undefined ? filling.inputs : findMissing(filling))
  const missing = findMissing(filling)
  tellMissing(missing, context)
  // For "recently used". A read-only token cannot record it, and that does not matter here.
  void client(shelfCalls.notePromptUse, { promptId: prompt.id }).catch(() => {})
  return { prompt, text: finish(filling), values: filling.values, missing }
}

async function pick(client: Client, { texts, environment }: Context): Promise<Prompt> {
  if (!canAsk(environment)) throw new UsageError(texts.pick.noTerminal)
  const names = await loadNames(client)
  if (names.length === 0) throw new CommandError(texts.pick.none)
  const style = styler(hasStyles(process.stderr, environment))
  const { id } = await onTerminal((screen) => pickPrompt(screen, names, texts, style))
  return (await client(promptCalls.getPrompt, { promptId: id })).prompt
}

/** Asks for variables on an interactive terminal. */
async function ask(
  { texts, environment, isForPrograms }: Context,
  filling: Filling,
  inputs: readonly Input[],
): Promise<void> {
  if (inputs.length === 0 || isForPrograms || !canAsk(environment)) return
  const style = styler(hasStyles(process.stderr, environment))
  await onTerminal((screen) => fillInForm({ screen, filling, texts, style }, inputs))
}

/** @throws UsageError if a required value is missing */
function tellMissing(missing: readonly Input[], { texts, say }: Context): void {
  const required = missing.filter(({ setting }) => setting?.required)
  if (required.length > 0)
    throw new UsageError(fillText(texts.values.missing, { names: listNames(required) }))
  if (missing.length > 0) say(fillText(texts.values.inBraces, { names: listNames(missing) }))
}

function listNames(inputs: readonly Input[]): string {
  return inputs.map(nameInArguments).join(', ')
}

function splitPair(pair: string, { texts }: Context): [name: string, value: string] {
  const at = pair.indexOf('=')
  if (at < 1) throw new UsageError(fillText(texts.values.noPair, { word: pair }))
  return [pair.slice(0, at), pair.slice(at + 1)]
}

async function readPiped(context: Context): Promise<Piped> {
  if (!isPipedIn()) return { isTaken: false }
  return { text: withoutLastLineEnd(await readInput(context)), isTaken: false }
}

function readGivenFile(file: string, texts: Texts): Uint8Array {
  try {
    return readFileSync(inHome(file))
  } catch (error) {
    const reason = reasonOf(error, texts)
    throw new CommandError(fillText(texts.failed.noFile, { file, reason }), { cause: error })
  }
}

/** A value as typed, or the content of `@file`. `@@` escapes a value that begins with `@`. */
function readGiven(value: string, piped: Piped, { texts }: Context): string {
  if (!value.startsWith('@')) return value
  if (value.startsWith('@@')) return value.slice(1)
  if (value === '@-') {
    piped.isTaken = true
    return piped.text ?? ''
  }
  const file = value.slice(1)
  const text = decodeText(readGivenFile(file, texts))
  if (text === undefined) throw new UsageError(fillText(texts.failed.fileNotText, { file }))
  return withoutLastLineEnd(text)
}

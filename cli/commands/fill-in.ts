import { readFileSync } from 'node:fs'
import type { Client } from '#contract/core/client.ts'
import { promptCalls, type Prompt } from '#contract/prompts.ts'
import { shelfCalls } from '#contract/shelf.ts'
import type { Input } from '#contract/variables/inputs.ts'
import { CommandError, UsageError, type Command, type Context } from '#cli/define-command.ts'
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
import { copyText } from '#cli/terminal/copy-text.ts'
import { isPipedIn, readInput, withoutLastLineEnd } from '#cli/terminal/read-input.ts'
import { canAsk, onTerminal } from '#cli/terminal/screen.ts'
import { hasStyles, styler } from '#cli/terminal/styles.ts'
import { fillText } from '#cli/texts.ts'

/** What `variable=@-` reads, and what is piped in. */
type Piped = { text?: string; isTaken: boolean }

export const fillIn: Command = {
  name: 'fill',
  // None: it is picked from a list.
  operands: { least: 0, most: Number.POSITIVE_INFINITY },
  options: { set: { hasValue: true } },
  async run(context, { operands, text }) {
    const { texts, say, connect, isForPrograms } = context
    const [named, ...pairs] = operands
    const given = pairs.map((pair) => splitPair(pair, context))
    const { client } = connect()
    const [prompt, own, piped] = await Promise.all([
      named === undefined ? pick(client, context) : findPrompt(client, named, texts),
      loadOwnValues(client),
      readPiped(context),
    ])
    const filling = beginFilling(prompt, own, context.locale)
    const set = text('set')
    if (set !== undefined) takeValueSet(filling, set, texts)
    for (const [name, value] of given)
      takeValue(filling, name, readGiven(value, piped, context), texts)
    if (piped.text && !piped.isTaken) takePiped(filling, piped.text)
    await ask(context, filling, named === undefined ? filling.inputs : findMissing(filling))
    const missing = findMissing(filling)
    tellMissing(missing, context)
    const filled = finish(filling)
    // For "recently used". A token that only reads cannot, which changes nothing here.
    void client(shelfCalls.notePromptUse, { promptId: prompt.id }).catch(() => {})
    const isCopied = process.stdout.isTTY && !isForPrograms
    const copied = isCopied && named === undefined ? await copy(filled, context) : undefined
    const { id, name, shortName } = prompt
    return {
      // Copied, and long texts would only push away what was there.
      text: copied !== undefined && copied !== 'nowhere' ? '' : withLineEnd(filled),
      json: { id, name, shortName, text: filled, missing: missing.map((each) => each.name) },
      ...(isCopied &&
        copied === undefined && { afterwards: async () => void (await copy(filled, context)) }),
    }
    async function copy(filled: string, { environment }: Context) {
      const where = await copyText(filled, environment)
      say(fillText(texts.copied[where], { name: prompt.name }))
      return where
    }
  },
}

async function pick(client: Client, { texts, environment }: Context): Promise<Prompt> {
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

function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
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

/** A value as typed, or what `@file` names. `@@` begins a value that begins with `@`. */
function readGiven(value: string, piped: Piped, { texts }: Context): string {
  if (!value.startsWith('@')) return value
  if (value.startsWith('@@')) return value.slice(1)
  if (value === '@-') {
    piped.isTaken = true
    return piped.text ?? ''
  }
  const file = value.slice(1)
  try {
    const text = new TextDecoder().decode(readFileSync(file))
    return withoutLastLineEnd(text)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new CommandError(fillText(texts.failed.noFile, { file, reason }), { cause: error })
  }
}

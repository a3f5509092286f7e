import { readFileSync } from 'node:fs'
import { shelfCalls } from '#contract/shelf.ts'
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
} from '#cli/prompts/fill-prompt.ts'
import { findPrompt } from '#cli/prompts/find-prompt.ts'
import { isPipedIn, readInput, withoutLastLineEnd } from '#cli/terminal/read-input.ts'
import { fillText } from '#cli/texts.ts'

/** What `variable=@-` reads, and what is piped in. */
type Piped = { text?: string; isTaken: boolean }

export const fillIn: Command = {
  name: 'fill',
  operands: { least: 1, most: Number.POSITIVE_INFINITY },
  options: { set: { hasValue: true } },
  async run(context, { operands, text }) {
    const { texts, say, locale, connect } = context
    const [named = '', ...pairs] = operands
    const given = pairs.map((pair) => splitPair(pair, context))
    const { client } = connect()
    const [prompt, own, piped] = await Promise.all([
      findPrompt(client, named, texts),
      loadOwnValues(client),
      readPiped(context),
    ])
    const filling = beginFilling(prompt, own, locale)
    const set = text('set')
    if (set !== undefined) takeValueSet(filling, set, texts)
    for (const [name, value] of given)
      takeValue(filling, name, readGiven(value, piped, context), texts)
    if (piped.text && !piped.isTaken) takePiped(filling, piped.text)
    const missing = findMissing(filling)
    const required = missing.filter(({ setting }) => setting?.required)
    if (required.length > 0) {
      throw new UsageError(
        fillText(texts.values.missing, { names: required.map(nameInArguments).join(', ') }),
      )
    }
    if (missing.length > 0) {
      say(fillText(texts.values.inBraces, { names: missing.map(nameInArguments).join(', ') }))
    }
    const filled = finish(filling)
    // For "recently used". A token that only reads cannot, and nobody waits for it in vain.
    const noted = client(shelfCalls.notePromptUse, { promptId: prompt.id }).catch(() => {})
    void noted
    return {
      text: filled.endsWith('\n') ? filled : `${filled}\n`,
      json: {
        id: prompt.id,
        name: prompt.name,
        shortName: prompt.shortName,
        text: filled,
        missing: missing.map(({ name }) => name),
      },
    }
  },
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

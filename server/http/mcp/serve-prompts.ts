import type { CompleteRequest, GetPromptResult, Server } from '@modelcontextprotocol/server'
import { descriptionOf } from '#contract/transfer/skills/skill-prompt.ts'
import { inputsOf, toArguments } from '#contract/variables/inputs.ts'
import { foldName } from '#contract/variables/fill-in.ts'
import { kindOf } from '#contract/variables/kinds.ts'
import { askForMissing } from '#server/http/mcp/ask-form.ts'
import {
  beginFilling,
  finish,
  listOwnValues,
  takeValues,
  withoutSettings,
} from '#server/http/mcp/fill-prompt.ts'
import { findPrompt, findSkill, getPrompt } from '#server/http/mcp/find-prompt.ts'
import { describeInput, hasTooManyBraces } from '#server/http/mcp/inputs.rules.ts'
import type { Caller } from '#server/http/mcp/make-caller.ts'
import { answer } from '#server/http/mcp/tell-errors.ts'

/** Serves the prompts with a short name, and completion of their arguments. */
export function servePrompts(server: Server, caller: Caller, hasForms: () => boolean): void {
  server.setRequestHandler('prompts/list', ({ params }) =>
    answer(caller, async () => {
      const { skills, hasMore } = await caller.call('listSkills', { after: params?.cursor })
      const last = skills.at(-1)?.shortName
      return {
        prompts: skills.map(({ name: title, shortName: name, description, inputs }) => {
          const names = toArguments(inputs.map((input) => input.name))
          return {
            name,
            title,
            description,
            arguments: inputs.map((input, at) => ({
              name: names[at] ?? input.name,
              description: describeInput(input),
              required: false,
            })),
          }
        }),
        ...(hasMore && last !== undefined && { nextCursor: last }),
      }
    }),
  )

  server.setRequestHandler('prompts/get', ({ params }, { mcpReq }) =>
    answer(caller, async () => {
      const prompt = await getPrompt(caller, await findSkill(caller, params.name))
      const given = params.arguments ?? {}
      const places = findPlaces(given)
      const filling = await beginFilling(caller, withoutSettings(prompt, places))
      takeValues(filling, given)
      const form = hasForms() && (await askForMissing(caller, filling, given, mcpReq))
      if (form) return form
      const { shortName, ...rest } = prompt
      const result: GetPromptResult = {
        description: descriptionOf({ ...rest, shortName: shortName ?? params.name }),
        messages: [{ role: 'user', content: { type: 'text', text: finish(filling) } }],
      }
      return result
    }),
  )

  server.setRequestHandler('completion/complete', ({ params }) =>
    answer(caller, async () => ({ completion: await complete(caller, params) })),
  )
}

const place = /^\$(?:[1-9]|ARGUMENTS)$/

/**
 * The arguments whose value is a placeholder such as `$1`, which the client replaces in the text. opencode requests all
 * prompts like this.
 */
function findPlaces(given: Readonly<Record<string, string>>): ReadonlySet<string> {
  return new Set(Object.keys(given).filter((argument) => place.test(given[argument] ?? '')))
}

/** As the protocol requires. */
const mostCompletions = 100
const longestCompletion = 200

/**
 * Completes an argument from its options, the account's own values and the values of the prompt's sets, and a
 * resource's id from short names.
 */
async function complete(
  caller: Caller,
  { ref, argument }: CompleteRequest['params'],
): Promise<{ values: string[]; hasMore: boolean }> {
  const all =
    ref.type === 'ref/prompt'
      ? await listValues(caller, ref.name, argument.name)
      : (await caller.call('listSkills', {})).skills.map(({ shortName }) => shortName)
  const start = argument.value.toLowerCase()
  const fitting = [...new Set(all)].filter(
    (text) =>
      text !== '' && text.length <= longestCompletion && text.toLowerCase().startsWith(start),
  )
  return { values: fitting.slice(0, mostCompletions), hasMore: fitting.length > mostCompletions }
}

async function listValues(caller: Caller, named: string, argument: string): Promise<string[]> {
  const prompt = await findPrompt(caller, named)
  if (hasTooManyBraces(prompt)) return []
  const input = inputsOf(prompt).find((one) => one.argument === argument || one.name === argument)
  if (input === undefined) return []
  const { name, setting } = input
  const own = (await listOwnValues(caller)).filter(
    (value) => foldName(value.name) === foldName(name),
  )
  const kept = prompt.valueSets.flatMap(({ values }) =>
    values.filter((value) => value.name === name),
  )
  return [
    ...(kindOf(setting) === 'switch' ? ['on', 'off'] : []),
    ...(setting?.options ?? []).map(({ label, value }) => label ?? value),
    ...[...own, ...kept].map(({ value }) => value),
  ]
}

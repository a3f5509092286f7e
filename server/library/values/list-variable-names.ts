import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '#contract/core/limits.ts'
import { kindOf } from '#contract/variables/kinds.ts'
import { foldName } from '#contract/variables/fill-in.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { variableNames } from '#contract/variables/variables.ts'
import type { Handle } from '#server/db/database.ts'
import { fromJson } from '#server/db/json-column.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { listBodiesBefore } from '#server/library/values/bodies.queries.ts'

type Found = { name: string; prompts: number }

/** Lists the variables of a library, most used first, ignoring case. Large libraries are read in part, newest prompts first. */
export async function listVariableNames(
  db: Handle,
  owner: OwnerNo,
): Promise<{ names: Found[]; isPartial?: true }> {
  const found = new Map<string, Found>()
  let [prompts, length] = [0, 0]
  let page = await listBodiesBefore(db, owner, undefined)
  while (page.length > 0) {
    for (const { body, variables } of page) {
      if (prompts === limits.variablePrompts || length > limits.variableTexts) {
        return { names: mostUsed(found), isPartial: true }
      }
      prompts++
      length += body.length
      for (const name of namesOf(body, variables)) {
        const folded = foldName(name)
        const known = found.get(folded)
        if (known) known.prompts++
        else found.set(folded, { name, prompts: 1 })
      }
    }
    await nextTurn()
    page = await listBodiesBefore(db, owner, page.at(-1)?.rid)
  }
  return { names: mostUsed(found) }
}

/** The names of a prompt's variables, each in one spelling. */
function namesOf(body: string, variables: string | null): Iterable<string> {
  const settings = fromJson<VariableSetting>(variables)
  const literals = new Set(
    settings.filter((setting) => kindOf(setting) === 'literal').map(({ name }) => name),
  )
  const names = variableNames(body).filter((name) => !literals.has(name))
  return new Map(names.map((name) => [foldName(name), name])).values()
}

function mostUsed(found: ReadonlyMap<string, Found>): Found[] {
  return [...found.values()]
    .toSorted((one, other) => other.prompts - one.prompts)
    .slice(0, limits.variableNames)
}

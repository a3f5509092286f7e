import type { Value } from './value-schemas.ts'
import { applyChanges, renameVariable } from './variable-edits.ts'
import { noNames, toPlainText, variableNames } from './variables.ts'

/** A variable that is called `to` by now. */
export type Rename = { from: string; to: string }

/**
 * The variable that has another name in the `next` body, if that is clear: exactly one name is gone and exactly one is
 * new, and the lines that held the one are those that hold the other, with nothing else changed on them.
 */
export function findRename(
  former: string,
  next: string,
  formerNamed = noNames,
  nextNamed = noNames,
): Rename | undefined {
  const before = new Set(variableNames(former, formerNamed))
  const after = new Set(variableNames(next, nextNamed))
  const [from, ...otherGone] = before.difference(after)
  const [to, ...otherNew] = after.difference(before)
  if (from === undefined || to === undefined) return undefined
  if (otherGone.length > 0 || otherNew.length > 0) return undefined
  const renamed = applyChanges(former, renameVariable(former, from, to, formerNamed))
  const expected = linesWith(renamed, to)
  const found = linesWith(next, to)
  const isSame =
    expected.length === found.length && expected.every((line, at) => line === found[at])
  return isSame ? { from, to } : undefined
}

function linesWith(body: string, name: string): string[] {
  const named = new Set([name])
  const lines = toPlainText(body).split('\n')
  return lines.filter((line) => line.includes('{') && variableNames(line, named).includes(name))
}

/**
 * Which variables of a body have other names after an edit: those that `said` tells of, by the names that they have in
 * `former` and by now, else the one that `findRename` finds.
 */
export function renamesBetween(
  former: string,
  next: string,
  said: readonly Rename[] = [],
): Rename[] {
  if (former === next) return []
  if (said.length > 0) {
    const before = new Set(variableNames(former))
    const after = new Set(variableNames(next))
    const newNames = new Set(said.map(({ to }) => to))
    // One that was undone has its former name again, which nothing else has got.
    const holding = said.filter(
      ({ from, to }) =>
        before.has(from) && after.has(to) && (!after.has(from) || newNames.has(from)),
    )
    if (holding.length > 0) return holding
  }
  const found = findRename(former, next)
  return found ? [found] : []
}

/** The renames of an edit after one more of them. */
export function withRename(renames: readonly Rename[], { from, to }: Rename): Rename[] {
  const first = renames.find((rename) => rename.to === from)?.from ?? from
  const others = renames.filter((rename) => rename.to !== from && rename.to !== to)
  return first === to ? others : [...others, { from: first, to }]
}

/** Values under the names that their variables have by now, all renamed at the same time. */
export function renameValues(values: readonly Value[], renames: readonly Rename[]): Value[] {
  const newNames = new Map(renames.map(({ from, to }) => [from, to]))
  const taken = new Set(newNames.values())
  return values.flatMap((value) => {
    const name = newNames.get(value.name)
    if (name !== undefined) return { ...value, name }
    return taken.has(value.name) ? [] : value
  })
}

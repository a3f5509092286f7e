import type { Value } from './value-schemas.ts'
import { applyChanges, renameVariable } from './variable-edits.ts'
import { noNames, parse, toPlainText, variableNames } from './variables.ts'

/** A variable's rename. */
export type Rename = { from: string; to: string }

/** Above this number of segments, a text is not searched for renames: it takes several passes over both texts. */
const mostSegments = 10_000

/**
 * Detects a renamed variable in the `next` body if it is unambiguous: exactly one name has disappeared and one appeared, on
 * the same lines, with nothing else changed on them.
 */
export function findRename(
  former: string,
  next: string,
  formerNamed = noNames,
  nextNamed = noNames,
): Rename | undefined {
  if (parse(former, formerNamed).length > mostSegments) return undefined
  const before = new Set(variableNames(former, formerNamed))
  const after = new Set(variableNames(next, nextNamed))
  const [from, ...otherGone] = Array.from(before).filter((name) => !after.has(name))
  const [to, ...otherNew] = Array.from(after).filter((name) => !before.has(name))
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
 * The renamed variables of an edit: the `stated` ones as far as the bodies confirm them, otherwise the one that `findRename`
 * detects.
 */
export function renamesBetween(
  former: string,
  next: string,
  stated: readonly Rename[] = [],
): Rename[] {
  if (former === next) return []
  if (stated.length > 0) {
    const before = new Set(variableNames(former))
    const after = new Set(variableNames(next))
    const newNames = new Set(stated.map(({ to }) => to))
    // A rename that was undone no longer counts, unless another variable has the previous name.
    const holding = stated.filter(
      ({ from, to }) =>
        before.has(from) && after.has(to) && (!after.has(from) || newNames.has(from)),
    )
    if (holding.length > 0) return holding
  }
  const found = findRename(former, next)
  return found ? [found] : []
}

/** Adds a rename to those of an edit, merging chains. */
export function withRename(renames: readonly Rename[], { from, to }: Rename): Rename[] {
  const first = renames.find((rename) => rename.to === from)?.from ?? from
  const others = renames.filter((rename) => rename.to !== from && rename.to !== to)
  return first === to ? others : [...others, { from: first, to }]
}

/** Applies renames to values, all at once, so that names can be swapped. */
export function renameValues(values: readonly Value[], renames: readonly Rename[]): Value[] {
  const byFormerName = new Map(renames.map(({ from, to }) => [from, to]))
  const newNames = new Set(byFormerName.values())
  return values.flatMap((value) => {
    const name = byFormerName.get(value.name)
    if (name !== undefined) return { ...value, name }
    return newNames.has(value.name) ? [] : value
  })
}

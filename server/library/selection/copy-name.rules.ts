import { limits } from '#contract/core/limits.ts'

/** Returns the name if it is free, otherwise with the first free number from 2: "Letter (2)". */
export function toCopyName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const stem = name.replace(/ \(\d+\)$/, '')
  for (let number = 2; ; number++) {
    const ending = ` (${number})`
    const room = limits.nameLength - ending.length
    const copy = Array.from(stem).slice(0, room).join('') + ending
    if (!taken.has(copy)) return copy
  }
}

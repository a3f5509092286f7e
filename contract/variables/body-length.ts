import { isLongerThan, limits } from '#contract/core/limits.ts'

/** The longest stored form of a body that has its full length without markup: `{x}` is stored as `{<b>x</b>}`. */
export const longestStored = Math.ceil((limits.promptLength * 10) / 3)

const marked = /\{<b>([^<>{}]*)<\/b>\}/g

/** Whether a body exceeds the maximum length, in code points without the markup of variables. */
export function isBodyTooLong(body: string): boolean {
  if (body.length <= limits.promptLength) return false
  return isLongerThan(body.replaceAll(marked, '{$1}'), limits.promptLength)
}

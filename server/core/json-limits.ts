import { ApiError } from './api-error.ts'

const maxDepth = 32
/** A megabyte of one-letter options has fewer. 330,000 empty objects would take 50 ms to parse. */
const mostValues = 150_000

/**
 * Rejects a body that would take long to parse.
 *
 * @throws ApiError `invalid_request`
 */
export function refuseCostly(text: string): void {
  refuseNested(text)
  if (hasMoreValuesThan(mostValues, text)) {
    throw new ApiError('invalid_request', {
      message: `The JSON has more than ${mostValues} values.`,
    })
  }
}

/** @throws ApiError `invalid_request` */
export function refuseNested(text: string): void {
  if (isNestedDeeperThan(maxDepth, text)) {
    throw new ApiError('invalid_request', {
      message: `The JSON is nested deeper than ${maxDepth}.`,
    })
  }
}

/** Stops at the first bracket that exceeds the limit. */
export function isNestedDeeperThan(limit: number, json: string): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const unit = json[at]
    if (unit === '"') at = endOfString(json, at)
    else if (unit === '{' || unit === '[') {
      if (++depth > limit) return true
    } else if (unit === '}' || unit === ']') depth--
  }
  return false
}

/**
 * Whether a text holds more values than `limit`: items of lists and members of objects, counted by the commas and brackets
 * outside of strings. Stops at the first one that exceeds the limit.
 */
export function hasMoreValuesThan(limit: number, json: string): boolean {
  let count = 0
  for (let at = 0; at < json.length; at++) {
    const unit = json[at]
    if (unit === '"') at = endOfString(json, at)
    else if ((unit === ',' || unit === '{' || unit === '[') && ++count > limit) return true
  }
  return false
}

function endOfString(json: string, from: number): number {
  let at = from + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}

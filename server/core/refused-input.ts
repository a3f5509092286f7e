import type * as z from 'zod/mini'
import { isErrorCode } from '#contract/core/errors.ts'
import { ApiError } from '#server/core/api-error.ts'

type Issue = z.core.$ZodIssue

/** In characters: keys of the input, and the whole path. */
const maxKey = 40
const maxPath = 200

/** Returns the error for input that a schema rejects. It names the place, such as `variables[0].options`. */
export function refusedInput(issue: Issue): ApiError {
  const path = pathOf(issue.path)
  const message = `${path === '' ? 'The input' : path} ${reasonOf(issue)}.`
  if (!isErrorCode(issue.message)) return new ApiError('invalid_request', { path, message })
  // The other codes have their own texts.
  const isGeneral = issue.message === 'invalid_request'
  return new ApiError(issue.message, { path, ...(isGeneral && { message }) })
}

function pathOf(keys: readonly PropertyKey[]): string {
  let path = ''
  for (const key of keys) {
    const name = String(key).slice(0, maxKey)
    if (typeof key === 'number') path += `[${key}]`
    else if (!/^[a-z_]\w*$/i.test(name)) path += `[${JSON.stringify(name)}]`
    else path += path === '' ? name : `.${name}`
    if (path.length > maxPath) return path.slice(0, maxPath)
  }
  return path
}

function reasonOf(issue: Issue): string {
  if (issue.input === undefined) return 'is missing'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${nameOf(issue.expected)}`
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'too_big':
      return `must ${boundOf(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`
    case 'too_small':
      return `must ${boundOf(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`
    default:
      return 'is not valid'
  }
}

function nameOf(expected: string): string {
  return `${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`
}

function boundOf(origin: string, relation: string, bound: number | bigint): string {
  if (origin === 'string') return `have ${relation} ${bound} characters`
  return origin === 'array' ? `have ${relation} ${bound} items` : `be ${relation} ${bound}`
}

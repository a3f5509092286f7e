import { hasMoreValuesThan, refuseNested } from '#server/core/json-limits.ts'

/**
 * The maximum number of values in one message. The protocol's library checks each of them, and returns an error for
 * each.
 */
const mostValues = 2_000
/** The maximum number of characters in a message without a prompt's text. */
const longestMessage = 256 * 1024
const longestName = 200
/** Methods whose arguments may be long texts. */
const withTexts: ReadonlySet<unknown> = new Set(['tools/call', 'prompts/get'])

const codes = { notJson: -32_700, notAMessage: -32_600, wrongParams: -32_602 } as const

/** A message that the protocol's library does not receive, with its JSON-RPC error code. */
export class MessageError extends Error {
  readonly code: number

  constructor(problem: keyof typeof codes, message: string) {
    super(message)
    this.code = codes[problem]
  }
}

/**
 * Checks the text of a message before it is parsed.
 *
 * @throws MessageError, ApiError `invalid_request` if it is nested too deeply
 */
export function checkText(text: string): void {
  refuseNested(text)
  if (hasMoreValuesThan(mostValues, text)) {
    throw new MessageError('wrongParams', `A message has at most ${mostValues} values.`)
  }
}

export type Message = { method?: unknown; id?: unknown }

/**
 * Checks a parsed message before the protocol's library receives it.
 *
 * @throws MessageError
 */
export function readMessage(body: unknown): Message {
  // A list of messages would count as one call.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new MessageError('notAMessage', 'The body is not a single message.')
  }
  const { method, id }: Message = body
  if (isTooLong(method) || isTooLong(id)) {
    throw new MessageError('notAMessage', `Methods and ids have at most ${longestName} characters.`)
  }
  if (!withTexts.has(method) && JSON.stringify(body).length > longestMessage) {
    throw new MessageError('wrongParams', 'A message of this method has at most 256 kB.')
  }
  return body
}

function isTooLong(name: unknown): boolean {
  return typeof name === 'string' && name.length > longestName
}

/** The protocol's equivalent of an error in reading a body; undefined for any other error. */
export function toMessageError(error: unknown): MessageError | undefined {
  if (error instanceof MessageError) return error
  if (!(error instanceof Error)) return undefined
  const { errorCode, statusCode } = error as { errorCode?: unknown; statusCode?: unknown }
  if (errorCode === 'invalid_request') {
    return new MessageError('notAMessage', 'The message is nested too deeply.')
  }
  // Fastify's own errors have a status.
  if (errorCode !== 'invalid_characters' && (errorCode !== undefined || statusCode !== 400)) {
    return undefined
  }
  return new MessageError('notJson', 'The body is not valid JSON.')
}

/**
 * A sentence that replaces the protocol library's list of issues for invalid parameters; undefined if a text has no
 * such list.
 */
export function toSentence(text: string): string | undefined {
  const at = text.indexOf('[')
  if (at === -1) return undefined
  try {
    const [issue] = JSON.parse(text.slice(at)) as { path?: unknown }[]
    if (!Array.isArray(issue?.path)) return undefined
    const path = issue.path.map((key) => String(key)).join('.')
    return path === ''
      ? 'The message is not as the protocol defines it.'
      : `“${path.slice(0, longestName)}” is not as the protocol defines it.`
  } catch {
    return undefined
  }
}

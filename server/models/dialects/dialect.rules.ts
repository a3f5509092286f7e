import * as z from 'zod/mini'
import type { ModelErrorCode } from '#contract/runs/models.ts'

/** A request, by its path below the base address. */
export type DialectRequest = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** A model and what it is asked. */
export type Question = {
  baseUrl: string
  model: string
  text: string
  maxOutput: number
  key: string
}

/** An event of a stream, as its parser gives it. */
export type StreamEvent = { event?: string | undefined; data: string }

/** Tokens, as far as they are known. */
export type Usage = { input?: number; output?: number }

/**
 * Why an answer ended: by itself, at the tokens that it may have, by a filter or a refusal, or otherwise, which is an
 * error where no text came.
 */
export type Stop = 'end' | 'length' | 'filter' | 'other'

/** What an event of a stream says. */
export type EventContent = {
  text?: string
  /** It is not kept. */
  thinking?: string
  usage?: Usage
  stop?: Stop
  error?: ModelErrorCode
  /** Whether nothing comes after it. */
  isLast?: boolean
}

/** How the servers of one make are spoken to. */
export type DialectRules = {
  toRequest: (question: Question) => DialectRequest
  readEvent: (event: StreamEvent) => EventContent
  toListRequest: (key: string) => DialectRequest
  /** The models of a list; undefined where it is none. */
  readList: (body: unknown) => string[] | undefined
}

/** The JSON of an event; undefined where it is none or of another shape. */
export function parseEvent<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: string,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}

/** A field that is left out where it has another shape, because servers differ in what an answer does not need. */
export function lenient<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.nullish(schema), undefined)
}

export const text = lenient(z.string())
/** A count of tokens, which some write as a text. */
export const count = lenient(
  z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))]),
)
/** Parts of a message, of which some are text and some thinking. */
export type Part = { text?: string | null | undefined; thinking?: string | null | undefined }

/** The text and the thinking of an event, without what is empty. */
export function toTextAndThinking(parts: readonly Part[]): Pick<EventContent, 'text' | 'thinking'> {
  const written = parts.map((part) => part.text ?? '').join('')
  const thinking = parts.map((part) => part.thinking ?? '').join('')
  return { ...(written !== '' && { text: written }), ...(thinking !== '' && { thinking }) }
}

/** Leaves out what is not known, and what cannot be: a price must not be made of it. */
export function toUsage(
  input: number | null | undefined,
  output: number | null | undefined,
): { usage?: Usage } {
  const usage = {
    ...(isCount(input) && { input }),
    ...(isCount(output) && { output }),
  }
  return Object.keys(usage).length > 0 ? { usage } : {}
}

function isCount(tokens: number | null | undefined): tokens is number {
  return Number.isSafeInteger(tokens) && (tokens ?? -1) >= 0
}

/** The headers of a POST that is answered by a stream of events. */
export const streamHeaders = { 'content-type': 'application/json', accept: 'text/event-stream' }

import * as z from 'zod/mini'
import type { ModelErrorCode } from '#contract/runs/models.ts'

/** A request to a path below the base address. */
export type DialectRequest = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** A request to a model. */
export type Question = {
  baseUrl: string
  model: string
  text: string
  maxOutput: number
  key: string
}

/** A parsed server-sent event. */
export type StreamEvent = { event?: string | undefined; data: string }

/** Token counts, as far as they are known. */
export type Usage = { input?: number; output?: number }

/**
 * Why an answer ended: normally, at its maximum tokens, by a filter or refusal, or otherwise, which is an error if there is
 * no text.
 */
export type Stop = 'end' | 'length' | 'filter' | 'other'

/** The content of an event. */
export type EventContent = {
  text?: string
  /** Counted, but not stored. */
  thinking?: string
  usage?: Usage
  stop?: Stop
  error?: ModelErrorCode
  /** Whether this is the end of the stream. */
  isLast?: boolean
}

/** The API protocol of a provider. */
export type DialectRules = {
  toRequest: (question: Question) => DialectRequest
  readEvent: (event: StreamEvent) => EventContent
  toListRequest: (key: string) => DialectRequest
  /** Reads the names from a list of models; undefined if the body has another shape. */
  readList: (body: unknown) => string[] | undefined
}

/** Parses the JSON of an event; undefined if it is invalid or has another shape. */
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

/** Makes a field optional, and ignores values of another shape: servers differ in inessential fields. */
export function lenient<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.nullish(schema), undefined)
}

export const text = lenient(z.string())
/** A token count, which some servers send as a string. */
export const count = lenient(
  z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))]),
)
/** A part of a message: text or thinking. */
export type Part = { text?: string | null | undefined; thinking?: string | null | undefined }

/** Joins the text and the thinking of an event, without empty fields. */
export function toTextAndThinking(parts: readonly Part[]): Pick<EventContent, 'text' | 'thinking'> {
  const written = parts.map((part) => part.text ?? '').join('')
  const thinking = parts.map((part) => part.thinking ?? '').join('')
  return { ...(written !== '' && { text: written }), ...(thinking !== '' && { thinking }) }
}

/** Drops missing and invalid counts, because prices are computed from them. */
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

/** The headers of a POST whose response is an event stream. */
export const streamHeaders = { 'content-type': 'application/json', accept: 'text/event-stream' }

import type * as z from 'zod/mini'

/** Who may make a call: anyone at all, or only somebody who is logged in (else 401). */
export type Access = 'anyone' | 'logged-in'

/** One call of the API, below `/api/`. A GET carries its input in the query, a POST as JSON. */
export type Call<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = {
  method: 'GET' | 'POST'
  /** Without slashes at its ends; `:name` is a parameter. */
  path: string
  access: Access
  /** What the call does, in a line, for the OpenAPI document. */
  summary: string
  params?: z.ZodMiniType
  input: Input
  answer: Answer
}

/** States a call so that its schemas' types, and who may make it, are kept. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

/** What a caller passes in, before the schema has trimmed or normalised it. */
export type InputOf<C extends Call> = z.input<C['input']>
/** What a call is answered with. */
export type AnswerOf<C extends Call> = z.output<C['answer']>

import type { FastifyInstance } from 'fastify'
import type { $ZodType } from 'zod/v4/core'
import * as z from 'zod/mini'
import { isErrorCode } from '#contract/core/errors.ts'
import { ApiError } from '#server/core/api-error.ts'

/** A list is read up to its first wrong item: an answer tells one error. */
const context: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true }

/**
 * Validates input by the contract's schemas. Answers are typed by them and validated by the tests, not on
 * every request.
 */
export function validateByContract(app: FastifyInstance): void {
  app.setValidatorCompiler<$ZodType>(({ schema }) => (input: unknown) => {
    // A missing body counts as an empty object.
    const result = z.safeParse(schema, input ?? {}, context)
    if (result.success) return { value: result.data }
    const message = result.error.issues[0]?.message ?? ''
    return { error: new ApiError(isErrorCode(message) ? message : 'invalid_request') }
  })
  app.setSerializerCompiler(() => (answer: unknown) => JSON.stringify(answer))
}

import type { FastifyInstance } from 'fastify'
import type { $ZodType } from 'zod/v4/core'
import * as z from 'zod/mini'
import { isErrorCode } from '#contract/errors.ts'
import { ApiError } from '#server/core/api-error.ts'
import { Serialized } from '#server/core/serialized.ts'

/**
 * Checks what comes in by the contract's schemas. What goes out is typed by them, and checked against
 * them by the tests rather than on every request.
 */
export function validateByContract(app: FastifyInstance): void {
  app.setValidatorCompiler<$ZodType>(({ schema }) => (input: unknown) => {
    // A call without a body is one with nothing in it.
    const result = z.safeParse(schema, input ?? {})
    if (result.success) return { value: result.data }
    const message = result.error.issues[0]?.message ?? ''
    return { error: new ApiError(isErrorCode(message) ? message : 'invalid_request') }
  })
  app.setSerializerCompiler(
    () => (answer: unknown) =>
      answer instanceof Serialized ? answer.json : JSON.stringify(answer),
  )
}

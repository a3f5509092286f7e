import { useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { passwordErrors } from '#contract/accounts/account-fields.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/messages/error-text.ts'

/** A form that the contract's own schema validates before it is sent. It keeps its input after a failed call. */
export function useAccountForm<Form extends Record<string, string>>(
  schema: z.ZodMiniType<unknown, Form>,
  empty: Form,
  /** `clear` empties the fields. */
  send: (form: Form, clear: () => void) => void,
) {
  const errorText = useErrorText()
  const [form, setForm] = useState(empty)
  const [problem, setProblem] = useState<{ field: string; code: ErrorCode }>()

  return {
    form,
    /** The server's error, unless the input has failed validation since. */
    failureText: (error: Error | null) =>
      problem || !error || isRefusedPassword(error) ? null : errorText(error),
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      const found = findProblem(schema, form)
      setProblem(found)
      if (!found) send(form, () => setForm(empty))
    },
    /** `refusal`: the server's error, shown at the field if it is about a new password. */
    field: (name: keyof Form & string, refusal?: Error | null) => ({
      name,
      value: form[name],
      error:
        problem?.field === name
          ? errorText(problem.code)
          : refusal && !problem && isRefusedPassword(refusal)
            ? errorText(refusal)
            : undefined,
      onChange: (event: { target: { value: string } }) =>
        setForm((typed) => ({ ...typed, [name]: event.target.value })),
    }),
  }
}

function findProblem(schema: z.ZodMiniType, form: object) {
  const result = z.safeParse(schema, form)
  if (result.success) return undefined
  // An empty field is reported before any other problem.
  const { issues } = result.error
  const issue = issues.find(({ message }) => message === 'fields_missing') ?? issues[0]
  // The schemas of forms use error codes as messages.
  return { field: String(issue?.path[0]), code: issue?.message as ErrorCode }
}

function isRefusedPassword(error: Error): boolean {
  return error instanceof ApiError && passwordErrors.some((code) => code === error.code)
}

import { useRef, useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { passwordErrors } from '#contract/accounts/account-fields.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { useErrorFocus } from '#web/ui/controls/field.tsx'

/**
 * A form that the contract's own schema validates before it is sent. An error moves the focus to its field. The form keeps
 * its input after a failed call. Its fields are uncontrolled: hydration would discard what was typed into a controlled
 * one.
 */
export function useAccountForm<Form extends Record<string, string>>(
  schema: z.ZodMiniType<unknown, Form>,
  empty: Form,
  send: (form: Form) => void,
  /** The server's error, shown at the field of the new password if it is about that. */
  refused?: { field: keyof Form; error: Error | null },
) {
  const errorText = useErrorText()
  const [form, setForm] = useState(empty)
  const [problem, setProblem] = useState<{ field: string; code: ErrorCode }>()
  const submitted = useRef<HTMLFormElement>(null)
  const refusal = refused?.error && isRefusedPassword(refused.error) ? refused.error : undefined
  useErrorFocus(submitted, problem ?? refusal)

  return {
    /** What was typed since the form is in use. */
    form,
    /** The server's error, unless the input has failed validation since. */
    failureText: (error: Error | null) =>
      problem || !error || isRefusedPassword(error) ? null : errorText(error),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      submitted.current = event.currentTarget
      const entered = new FormData(event.currentTarget)
      const names = Object.keys(empty)
      const now = Object.fromEntries(names.map((name) => [name, entered.get(name)])) as Form
      const found = findProblem(schema, now)
      setProblem(found)
      if (!found) send(now)
    },
    field: (name: keyof Form & string) => ({
      name,
      defaultValue: empty[name],
      error:
        problem?.field === name
          ? errorText(problem.code)
          : refusal && !problem && refused?.field === name
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

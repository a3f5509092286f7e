import { useMutation } from '@tanstack/react-query'
import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import type { Resource } from './resources.ts'
import { send } from './send.ts'

type CallOptions<C extends Call> = {
  /** Resources it changes: their queries on screen are refetched before the call is considered done. */
  changes: readonly Resource[]
  /** Parameters of the path. */
  params?: Record<string, string>
  /** These run even after the component that made the call is gone. */
  onSuccess?: (answer: AnswerOf<C>) => void
  onError?: (error: Error) => void
}

/** A call of the contract that changes something, as a mutation. */
export function useCall<C extends Call>(
  call: C,
  { changes, params = {}, ...outcomes }: CallOptions<C>,
) {
  return useMutation<AnswerOf<C>, Error, InputOf<C>>({
    mutationFn: (input) => send(call, input, { params }),
    meta: { changes },
    ...outcomes,
  })
}

/** Like `useCall`, with errors in a toast, even after the component that made the call is gone. */
export function useToastedCall<C extends Call>(call: C, options: CallOptions<C>) {
  const errorText = useErrorText()
  return useCall(call, { ...options, onError: (error) => toastError(errorText(error)) })
}

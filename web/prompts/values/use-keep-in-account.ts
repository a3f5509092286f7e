import { useRef } from 'react'
import { valueCalls } from '#contract/variables/values.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { forgetLastValues, listLastValues } from './last-values.ts'

/** Switches whether the account keeps last values. Switching it on moves those of this browser into the account. */
export function useKeepInAccount(onKept?: () => void) {
  const moved = useRef<readonly { promptId: string }[]>([])
  const { mutate, isPending, variables } = useToastedCall(valueCalls.keepLastValues, {
    changes: ['my-values', 'value-sets'],
    onSuccess: () => {
      for (const { promptId } of moved.current) forgetLastValues(promptId)
      onKept?.()
    },
  })
  return {
    isPending,
    /** The state that is being set. */
    next: variables?.keepsLastValues === 1,
    keepInAccount: (isOn: boolean) => {
      const lastValues = isOn ? listLastValues() : []
      moved.current = lastValues
      mutate({ keepsLastValues: isOn ? 1 : 0, lastValues })
    },
  }
}

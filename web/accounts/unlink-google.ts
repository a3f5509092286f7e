import { useMutation } from '@tanstack/react-query'
import { accountCalls } from '#contract/accounts.ts'
import { send } from '#web/api/send.ts'

/** `onSuccess` is called even where the success takes away what asked for it. */
export function useUnlinkGoogle(onSuccess: () => void) {
  return useMutation({ mutationFn: () => send(accountCalls.unlinkGoogle, {}), onSuccess })
}

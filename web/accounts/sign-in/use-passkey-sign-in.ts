import { useMutation } from '@tanstack/react-query'
import { signInCalls, type Assertion } from '#contract/accounts/factors.ts'
import { send } from '#web/api/send.ts'
import {
  askForPasskey,
  isRefusedFor,
  signalUnknownPasskey,
} from '#web/accounts/sign-in/passkeys.ts'

/** Signs in by a passkey: by the one that its user chose in the address field, or by asking for one. */
export function usePasskeySignIn(onSignedIn: () => void) {
  return useMutation({
    mutationFn: async (chosen: Assertion | undefined) => {
      const answer =
        chosen ?? (await askForPasskey((await send(signInCalls.getSignInOptions, {})).options))
      try {
        return await send(signInCalls.signInWithPasskey, { answer })
      } catch (error) {
        if (isRefusedFor(error, 'passkey_unknown')) signalUnknownPasskey(answer.id)
        throw error
      }
    },
    onSuccess: onSignedIn,
  })
}

import { useMutation } from '@tanstack/react-query'
import { signInCalls, type Assertion } from '#contract/accounts/factors.ts'
import { send } from '#web/api/send.ts'
import {
  askForPasskey,
  isRefusedFor,
  signalUnknownPasskey,
} from '#web/accounts/sign-in/passkeys.ts'

/** Logs in with a passkey: the one that the user chose in the email field, or one that this asks for. */
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

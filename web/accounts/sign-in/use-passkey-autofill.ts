import { useEffect, useEffectEvent, useState } from 'react'
import { signInCalls, type Assertion } from '#contract/accounts/factors.ts'
import { send } from '#web/api/send.ts'
import { whenIdle } from '#web/ui/when-idle.ts'
import { canUsePasskeys, loadCeremonies } from '#web/accounts/sign-in/passkeys.ts'

/**
 * In milliseconds: the maximum age of the server's options, which it accepts for five minutes, and the interval of
 * checking it.
 */
const lifetime = 4 * 60_000
const pace = 10_000

/** Makes the browser offer passkeys in the field with `autocomplete="… webauthn"`, while enabled. */
export function usePasskeyAutofill(isWanted: boolean, onAnswer: (answer: Assertion) => void): void {
  const [round, setRound] = useState(0)
  const answer = useEffectEvent(onAnswer)
  useEffect(() => {
    if (!isWanted || !canUsePasskeys()) return
    const over = new AbortController()
    const cancelStart = whenIdle(() => {
      // Without browser support or a response of the server, the field is an ordinary one.
      offer(over.signal).then(
        (given) => given && !over.signal.aborted && answer(given),
        () => {},
      )
    })
    const startedAt = Date.now()
    const timer = setInterval(() => {
      if (!document.hidden && Date.now() - startedAt > lifetime) setRound(round + 1)
    }, pace)
    return () => {
      cancelStart()
      clearInterval(timer)
      over.abort()
    }
  }, [isWanted, round])
}

/** Resolves once the user has chosen a passkey in the field; undefined if the browser offers none. */
async function offer(signal: AbortSignal): Promise<Assertion | undefined> {
  const { canAutofill, cancel, get } = await loadCeremonies()
  if (!(await canAutofill()) || signal.aborted) return undefined
  const { options } = await send(signInCalls.getSignInOptions, {}, { signal })
  signal.throwIfAborted()
  const asking = get(options, { isAutofill: true })
  signal.addEventListener('abort', cancel)
  // By then, another request may be pending.
  return asking.finally(() => signal.removeEventListener('abort', cancel))
}

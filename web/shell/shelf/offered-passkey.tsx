import { useState } from 'react'
import { isNotedForOffer } from '#web/accounts/sign-in/offer-note.ts'
import { loadMessages } from '#web/ui/messages/messages.ts'
import { lazyCode, useLazyCode } from '#web/ui/lazy-code.ts'

const offer = lazyCode(async () => {
  const [{ PasskeyOffer }] = await Promise.all([
    import('#web/accounts/factors/passkey-offer.tsx'),
    loadMessages('accounts'),
  ])
  return { PasskeyOffer }
})

/** The offer of a passkey after a password login. Other visits do not load its code. */
export function OfferedPasskey() {
  const [isWanted] = useState(isNotedForOffer)
  const { code } = useLazyCode(offer, { isWanted })
  return isWanted && code ? <code.PasskeyOffer /> : null
}

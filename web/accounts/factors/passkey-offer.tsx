import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { factorCalls } from '#contract/accounts/factors.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import styles from './factors.module.css'
import { factorsQuery } from './list-factors.ts'
import { forgetOffer } from '#web/accounts/sign-in/offer-note.ts'
import { canKeepPasskeys } from '#web/accounts/sign-in/passkeys.ts'
import { useAddPasskey } from './use-add-passkey.tsx'

/** Offers to create a passkey if the device can store one, and the account has none and has not declined. */
export function PasskeyOffer() {
  const t = useTranslations('accounts.passkeyOffer')
  const [isOver, setOver] = useState(false)
  const [isPossible, setPossible] = useState(false)
  const { data: factors } = useQuery({ ...factorsQuery, enabled: isPossible })
  const end = () => {
    forgetOffer()
    setOver(true)
  }
  const { add, isBusy, dialogs } = useAddPasskey(end)
  const decline = useToastedCall(factorCalls.declinePasskey, { changes: ['factors'] })
  useEffect(() => {
    void canKeepPasskeys().then(setPossible)
  }, [])

  const isOffered = isPossible && !isOver && factors?.offersPasskey && !factors.passkeysOff
  return (
    <>
      {isOffered && (
        <section className={styles.offer} aria-label={t('text')}>
          <p>{t('text')}</p>
          <div className="row wrap gap-8">
            <Button busy={isBusy} onClick={add}>
              {t('add')}
            </Button>
            <Button
              onClick={() => {
                end()
                decline.mutate({})
              }}
            >
              {t('decline')}
            </Button>
          </div>
        </section>
      )}
      {dialogs}
    </>
  )
}

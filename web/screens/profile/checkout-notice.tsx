import { useEffect, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Profile } from '#contract/accounts/profile.ts'
import { loginCheckQuery } from '#web/accounts/check-login.ts'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { isActive, isFree } from '#web/accounts/plans/plans.rules.ts'
import styles from './checkout-notice.module.css'

/** In milliseconds: interval and duration of checking whether the plan is active. */
const pace = 2_000
const patience = 30_000

/**
 * Shown after paying, at `?checkout=paid`: the provider may notify the server a moment after it has sent the
 * browser back.
 */
export function CheckoutNotice({ subDetails }: Pick<Profile, 'subDetails'>) {
  const t = useTranslations('plans.checkout')
  const client = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const [isLate, setLate] = useState(false)
  const isReturning = search.get('checkout') === 'paid'
  // The thanks stay while the screen is open, but do not reappear on reload.
  const [hasReturned] = useState(isReturning)
  const isPaid = subDetails !== null && isActive(subDetails) && !isFree(subDetails)
  const isWaiting = isReturning && !isPaid && !isLate
  useQuery({ ...profileQuery, refetchInterval: isWaiting && pace })

  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [isWaiting])

  useEffect(() => {
    if (!isReturning || !isPaid) return
    void client.invalidateQueries({ queryKey: loginCheckQuery.queryKey })
    setSearch({}, { replace: true })
  }, [isReturning, isPaid, client, setSearch])

  if (!hasReturned) return null
  return (
    <div role="status">
      {isWaiting && <p className={styles.notice}>{t('confirming')}</p>}
      {isPaid && <p className={styles.paid}>{t('paid')}</p>}
      {isReturning && isLate && !isPaid && <p className={styles.notice}>{t('late')}</p>}
    </div>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Profile } from '#contract/accounts/profile.ts'
import { PlanBanner } from '#web/accounts/plans/plan-banner.tsx'
import { UnsubscribeDialog } from '#web/accounts/plans/unsubscribe-dialog.tsx'
import { useDialog, useLingering } from '#web/ui/overlays/linger.ts'
import { NoticeModal } from '#web/ui/overlays/notice-modal.tsx'
import { CheckoutNotice } from './checkout-notice.tsx'

/** The plan, and the result of a payment that the user has just made. */
export function PlanPart({ subDetails }: Pick<Profile, 'subDetails'>) {
  const t = useTranslations('plans')
  const unsubscribing = useDialog()
  const [ended, setEnded] = useState<string>()
  const shown = useLingering(ended)
  return (
    <>
      <CheckoutNotice subDetails={subDetails} />
      <PlanBanner subDetails={subDetails} onUnsubscribe={unsubscribing.open} />
      {unsubscribing.isShown && (
        <UnsubscribeDialog
          key={unsubscribing.opening}
          open={unsubscribing.isOpen}
          subDetails={subDetails}
          onClose={unsubscribing.close}
          onEnded={() => setEnded(subDetails?.name)}
        />
      )}
      {shown !== undefined && (
        <NoticeModal
          open={ended !== undefined}
          title={t('ended.title', { plan: shown })}
          text={t('ended.text')}
          confirm={t('ended.confirm')}
          onClose={() => setEnded(undefined)}
        />
      )}
    </>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Profile } from '#contract/accounts/profile.ts'
import { PlanBanner } from '#web/accounts/plans/plan-banner.tsx'
import { UnsubscribeDialog } from '#web/accounts/plans/unsubscribe-dialog.tsx'
import { useDialog, useLingering } from '#web/ui/overlays/linger.ts'
import { NoticeModal } from '#web/ui/overlays/notice-modal.tsx'
import { CheckoutNotice } from './checkout-notice.tsx'
import { Section } from './section.tsx'

/** The plan, and the result of a payment that the user has just made. */
export function PlanSection({ subDetails }: Pick<Profile, 'subDetails'>) {
  const t = useTranslations('accounts.profile')
  const tPlans = useTranslations('plans')
  const unsubscribing = useDialog()
  const [ended, setEnded] = useState<string>()
  const shown = useLingering(ended)
  return (
    <Section title={t('plan')}>
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
          title={tPlans('ended.title', { plan: shown })}
          text={tPlans('ended.text')}
          confirm={tPlans('ended.confirm')}
          onClose={() => setEnded(undefined)}
        />
      )}
    </Section>
  )
}

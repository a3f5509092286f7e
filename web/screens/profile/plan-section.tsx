import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Profile } from '#contract/accounts.ts'
import { PlanBanner } from '#web/plans/plan-banner.tsx'
import { UnsubscribeDialog } from '#web/plans/unsubscribe-dialog.tsx'
import { CheckoutNotice } from './checkout-notice.tsx'
import { Section } from './section.tsx'

/** The plan, and how the payment for it went if the reader has just come from there. */
export function PlanSection({ subDetails }: Pick<Profile, 'subDetails'>) {
  const t = useTranslations('accounts.profile')
  const [asked, setAsked] = useState(0)
  return (
    <Section title={t('plan')}>
      <CheckoutNotice subDetails={subDetails} />
      <PlanBanner subDetails={subDetails} onUnsubscribe={() => setAsked(asked + 1)} />
      <UnsubscribeDialog asked={asked} />
    </Section>
  )
}

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Profile } from '#contract/accounts.ts'
import { PlanBanner } from '#web/plans/plan-banner.tsx'
import { UnsubscribeDialog } from '#web/plans/unsubscribe-dialog.tsx'
import { useLingering } from '#web/ui/overlays/linger.ts'
import { NoticeModal } from '#web/ui/overlays/notice-modal.tsx'
import { CheckoutNotice } from './checkout-notice.tsx'
import { Section } from './section.tsx'

/** The plan, and how the payment for it went if the reader has just come from there. */
export function PlanSection({ subDetails }: Pick<Profile, 'subDetails'>) {
  const t = useTranslations('accounts.profile')
  const tPlans = useTranslations('plans')
  const [asked, setAsked] = useState(0)
  const [ended, setEnded] = useState<string>()
  const shown = useLingering(ended)
  return (
    <Section title={t('plan')}>
      <CheckoutNotice subDetails={subDetails} />
      <PlanBanner subDetails={subDetails} onUnsubscribe={() => setAsked(asked + 1)} />
      <UnsubscribeDialog
        asked={asked}
        subDetails={subDetails}
        onEnded={() => setEnded(subDetails?.name)}
      />
      {shown !== undefined && (
        <NoticeModal
          open={ended !== undefined}
          title={tPlans('ended.title', { plan: shown })}
          text={tPlans('ended.text')}
          confirm={tPlans('ended.confirm')}
          closeLabel={tPlans('ended.close')}
          onClose={() => setEnded(undefined)}
        />
      )}
    </Section>
  )
}

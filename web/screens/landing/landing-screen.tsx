import { useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { takeDeletionNote } from '#web/api/deletion-note.ts'
import { PublicBar } from '#web/shell/bars/public-bar.tsx'
import { PublicLinks } from '#web/shell/bars/public-links.tsx'
import { live } from '#web/ui/live-text.tsx'
import './serif.css'
import { Faq } from './sections/faq.tsx'
import { Features } from './sections/features.tsx'
import { Hero } from './sections/hero.tsx'
import { HowItWorks } from './sections/how-it-works.tsx'
import { LandingFooter } from './landing-footer.tsx'
import styles from './landing-screen.module.css'
import { Models } from './sections/models.tsx'
import { Pricing, type Offer } from './sections/pricing.tsx'
import { StartLink } from './sections/start-link.tsx'

/** Presents the product to visitors who have never seen it. */
export function LandingScreen({ offer }: { offer: Offer }) {
  const t = useTranslations('landing')
  const { hasPlans } = offer
  const title = t('meta.title')
  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <div className={styles.page}>
      <PublicBar>
        <PublicLinks landing="" hasPricing={hasPlans} />
      </PublicBar>
      <main>
        <DeletionNote />
        <Hero hasPlans={hasPlans} />
        <Features offer={offer} />
        <Models />
        <HowItWorks />
        {hasPlans && <Pricing offer={offer} />}
        <section className={styles.closing}>
          <h2>{t('closing.title')}</h2>
          <p>{t('closing.text')}</p>
          <StartLink hasPlans={hasPlans} />
        </section>
        <Faq offer={offer} />
      </main>
      <LandingFooter hasPlans={hasPlans} />
    </div>
  )
}

const neverChanges = () => () => {}

/** Confirms to users who have just deleted their account in this tab that it is gone. */
function DeletionNote() {
  const t = useTranslations('landing')
  const isShown = useSyncExternalStore(neverChanges, takeDeletionNote, () => false)
  return <div {...live}>{isShown && <p className={styles.deleted}>{t('deleted')}</p>}</div>
}

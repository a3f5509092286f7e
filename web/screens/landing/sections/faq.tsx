import { ArrowRight, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pagePath } from '#web/api/paths.ts'
import type { Offer } from './pricing.tsx'
import styles from './faq.module.css'

const questions = ['cost', 'data', 'models', 'variables', 'leaving'] as const
/** Shown only if the server has plans. */
const planQuestions: ReadonlySet<string> = new Set(['cost', 'leaving'])

export function Faq({ offer: { hasPlans, isInEu, isReachable } }: { offer: Offer }) {
  const t = useTranslations('landing.faq')
  const asked = questions.filter((question) => hasPlans || !planQuestions.has(question))
  return (
    <section id="faq" className={styles.faq}>
      <h2>{t('title')}</h2>
      <div>
        {asked.map((question) => (
          <details key={question} className={styles.entry}>
            <summary className="row spread gap-16 pointer">
              <h3>{t(`${question}.question`)}</h3>
              <Plus size={20} />
            </summary>
            <p>
              {t(`${question}.answer`, {
                eu: isInEu ? 'yes' : 'no',
                reach: isReachable ? 'yes' : 'no',
              })}
            </p>
          </details>
        ))}
        <a className={styles.more} href={pagePath('faq')}>
          {t('more')}
          <ArrowRight size={16} />
        </a>
      </div>
    </section>
  )
}

import type { ReactNode } from 'react'
import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import mark from '#web/ui/mark.module.css'
import styles from './how-it-works.module.css'

/** Three steps that share one example sentence. */
export function HowItWorks() {
  const t = useTranslations('landing.how')
  return (
    <section id="how-it-works" className={styles.how}>
      <h2>{t('title')}</h2>
      <ol className={styles.steps}>
        <li>
          <Sample>
            <span className={styles.selected}>{t('sample.first')}</span>
          </Sample>
          <h3>{t('save.title')}</h3>
          <p>{t('save.text')}</p>
        </li>
        <li>
          <Sample>
            <span className={mark.open}>{t('sample.variable')}</span>
          </Sample>
          <h3>{t('fill.title')}</h3>
          <p>{t('fill.text')}</p>
        </li>
        <li>
          <Sample isCopied>
            <span className={mark.filled}>{t('sample.second')}</span>
          </Sample>
          <h3>{t('copy.title')}</h3>
          <p>{t('copy.text')}</p>
        </li>
      </ol>
    </section>
  )
}

function Sample({ isCopied = false, children }: { isCopied?: boolean; children: ReactNode }) {
  const t = useTranslations('landing.how.sample')
  const Icon = isCopied ? Check : Copy
  return (
    <div className={styles.sample} aria-hidden>
      <span>
        {t('before')} {children} {t('after')}
      </span>
      <Icon size={16} />
    </div>
  )
}

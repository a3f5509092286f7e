import { useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FillIn } from '#web/prompts/fill-in/fill-in.tsx'
import styles from './hero.module.css'
import { StartLink } from './start-link.tsx'

const tones = ['first', 'second', 'third'] as const

/** The product itself: a prompt to fill in and copy, without an account. */
export function Hero() {
  const t = useTranslations('landing')
  return (
    <section className={styles.hero}>
      <h1 className={styles.title}>{t.rich('hero.title', { line, em })}</h1>
      <div className={styles.words}>
        <p className={styles.text}>{t('hero.text')}</p>
        <StartLink />
        <p className={styles.assurance}>{t('hero.assurance')}</p>
      </div>
      <Example />
    </section>
  )
}

function line(text: ReactNode) {
  return <span>{text} </span>
}

function em(text: ReactNode) {
  return <em>{text}</em>
}

function Example() {
  const t = useTranslations('landing')
  const variables = useMemo(
    () => [
      {
        name: t('example.tone'),
        kind: 'choice',
        options: tones.map((tone) => ({ value: t(`example.tones.${tone}`) })),
        open: true,
      },
      {
        name: t('example.question'),
        kind: 'switch',
        default: 'on',
        on: t('example.questionText'),
      },
    ],
    [t],
  )
  return (
    <div className={styles.example}>
      <article className={styles.card}>
        <h2 className={styles.band}>{t('example.name')}</h2>
        <FillIn body={t('example.body')} variables={variables} />
      </article>
      <p className={styles.tryIt}>{t('hero.tryIt')}</p>
    </div>
  )
}

import { useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Values } from '#contract/variables/fill-in.ts'
import { settingsByName } from '#contract/variables/variable-settings.ts'
import { toStoredForm, variableNames } from '#contract/variables/variables.ts'
import { screens } from '#contract/screens.ts'
import { newAttempt } from '#web/api/attempt.ts'
import { forgetKeptPrompt, keepPrompt, readKeptPrompt } from '#web/library/kept-prompt.ts'
import { FillIn } from '#web/prompts/fill-in/fill-in.tsx'
import { live } from '#web/ui/live-text.tsx'
import styles from './hero.module.css'
import { StartLink } from './start-link.tsx'

const tones = ['first', 'second', 'third'] as const
/** The stylesheet has the same colour for the band. */
const exampleColor = '4ECDC4'

/** The product itself: a prompt to fill in and copy, without an account. */
export function Hero({ hasPlans }: { hasPlans: boolean }) {
  const t = useTranslations('landing')
  return (
    <section className={styles.hero}>
      <h1 className={styles.title}>{t.rich('hero.title', { line, em })}</h1>
      <div className={styles.words}>
        <p className={styles.text}>{t('hero.text')}</p>
        <StartLink hasPlans={hasPlans} />
        <p className={styles.import}>{t.rich('hero.import', { link: importLink })}</p>
      </div>
      <Example />
    </section>
  )
}

function importLink(text: ReactNode) {
  return <a href={screens.importPrompts}>{text}</a>
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
        default: t('example.tones.second'),
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
  const [attempt] = useState(newAttempt)
  const [isCopied, setCopied] = useState(false)
  const name = t('example.name')
  const body = t('example.body')
  /** Stores the filled-in values as the defaults of its variables. */
  const storeDefaults = (values: Values | undefined) => {
    if (!values) return
    const settings = settingsByName(variables)
    const filledIn = variableNames(body).map((variable) => ({
      ...(settings.get(variable) ?? { name: variable, kind: 'text' }),
      ...(values.has(variable) && { default: values.get(variable) }),
    }))
    const prompt = toStoredForm(body)
    keepPrompt('filled-example', {
      name,
      prompt,
      color: exampleColor,
      variables: filledIn,
      attempt,
    })
  }
  return (
    <div className={styles.example}>
      <article className={styles.card}>
        <h2 className={styles.band}>{name}</h2>
        <FillIn
          body={body}
          variables={variables}
          tools={
            <span {...live} className={styles.keep}>
              {isCopied && (
                <>
                  <b>{t('hero.copied')}</b>
                  {t.rich('hero.keep', { link: keepLink })}
                </>
              )}
            </span>
          }
          onCopied={(values) => {
            storeDefaults(values)
            setCopied(true)
          }}
          onUncopied={storeDefaults}
        />
      </article>
      <p className={styles.tryIt}>{t(isCopied ? 'hero.keepHint' : 'hero.tryIt')}</p>
    </div>
  )
}

function keepLink(text: ReactNode) {
  return (
    <a href={screens.register} onClick={keepExample}>
      {text}
    </a>
  )
}

/** From now on, it will be saved instead of only offered. */
function keepExample() {
  const example = readKeptPrompt('filled-example')
  if (!example) return
  keepPrompt('prompt-to-save', example)
  forgetKeptPrompt('filled-example')
}

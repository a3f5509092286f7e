import { Fragment, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { VersionTexts } from '#contract/versions.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import { differenceOf, type Run } from './difference.ts'
import styles from './text-difference.module.css'

type TextDifferenceProps = { former: VersionTexts; later: VersionTexts }

/** How the texts of a prompt became others, part by part. Parts that are the same are left out, but for the body. */
export function TextDifference({ former, later }: TextDifferenceProps) {
  const t = useTranslations('history.versions')
  const parts = useMemo(
    () =>
      partsOf(former, later).map(({ part, ...texts }) => ({
        part,
        isSame: texts.former === texts.later,
        runs: withKeys(differenceOf(texts.former, texts.later)),
      })),
    [former, later],
  )
  const shown = parts.filter(({ part, isSame }) => part === 'prompt' || !isSame)
  return (
    <>
      {parts.every(({ isSame }) => isSame) && <p className={styles.same}>{t('same')}</p>}
      {shown.map(({ part, runs }) => (
        <section key={part} className={styles.part}>
          {shown.length > 1 && <h3>{t(part)}</h3>}
          <p dir="auto" className={part === 'prompt' ? styles.prompt : undefined}>
            {runs.map(({ key, kind, text }) => {
              if (kind === 'same') return <Fragment key={key}>{text}</Fragment>
              const Mark = kind === 'added' ? 'ins' : 'del'
              return (
                <Mark key={key}>
                  <span className="visually-hidden">[{t(kind)}: </span>
                  {text}
                  <span className="visually-hidden">]</span>
                </Mark>
              )
            })}
          </p>
        </section>
      ))}
    </>
  )
}

/** Runs with where they end as their keys. */
function withKeys(runs: Run[]) {
  let at = 0
  return runs.map((run) => ({ ...run, key: (at += run.text.length) }))
}

function partsOf(former: VersionTexts, later: VersionTexts) {
  const one = textsOf(former)
  const other = textsOf(later)
  return (['name', 'prompt', 'notes', 'variables'] as const).map((part) => ({
    part,
    former: one[part],
    later: other[part],
  }))
}

function textsOf({ name, prompt, notes, variables }: VersionTexts) {
  return {
    name,
    prompt: toPlainText(prompt),
    notes: notes ?? '',
    variables: variables.map((setting) => JSON.stringify(setting, null, 1)).join('\n'),
  }
}

import { Fragment, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { VersionedField, VersionTexts } from '#contract/library/prompts.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import { differenceOf, type Segment } from './difference.ts'
import { SettingChanges, useSettingChanges } from './setting-changes.tsx'
import styles from './text-difference.module.css'

/** The texts of a version or of a similar object, which may have only some of them. */
type Texts = Pick<VersionTexts, 'name' | 'prompt' | 'variables'> & {
  [Field in TextField]?: string | null | undefined
}
type TextDifferenceProps = { previous: Texts; later: Texts }

/** Shows the changes between two versions of a prompt. Leaves out unchanged parts, except for the body. */
export function TextDifference({ previous, later }: TextDifferenceProps) {
  const t = useTranslations('history.versions')
  const parts = useMemo(
    () =>
      partsOf(previous, later).map(({ part, ...texts }) => ({
        part,
        isUnchanged: texts.previous === texts.later,
        segments: withKeys(differenceOf(texts.previous, texts.later)),
      })),
    [previous, later],
  )
  const settings = useSettingChanges(previous, later)
  const shown = parts.filter(({ part, isUnchanged }) => part === 'prompt' || !isUnchanged)
  return (
    <>
      {parts.every(({ isUnchanged }) => isUnchanged) && settings.length === 0 && (
        <p className="text-13 quiet below-12">{t('same')}</p>
      )}
      {shown.map(({ part, segments }) => (
        <section key={part} className={styles.part}>
          {(shown.length > 1 || settings.length > 0) && <h3>{t(part)}</h3>}
          <p dir="auto" className={part === 'prompt' ? styles.prompt : undefined}>
            {segments.map(({ key, kind, text }) => {
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
      {settings.length > 0 && (
        <section className={styles.part}>
          <h3>{t('variables')}</h3>
          <SettingChanges changes={settings} />
        </section>
      )}
    </>
  )
}

/** Adds the end position of each segment as its key. */
function withKeys(segments: Segment[]) {
  let at = 0
  return segments.map((segment) => ({ ...segment, key: (at += segment.text.length) }))
}

function partsOf(previous: Texts, later: Texts) {
  const parts = Object.entries(toText) as [TextField, (of: Texts) => string][]
  return parts.map(([part, read]) => ({ part, previous: read(previous), later: read(later) }))
}

/** Settings of variables are compared by their meaning. */
type TextField = Exclude<VersionedField, 'variables'>

/** The parts of a version as texts, in the order in which they are shown. */
const toText: Record<TextField, (version: Texts) => string> = {
  name: ({ name }) => name,
  whenToUse: ({ whenToUse }) => whenToUse ?? '',
  prompt: ({ prompt }) => toPlainText(prompt),
  notes: ({ notes }) => notes ?? '',
}

import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { isMac } from '#web/library/single-keys.ts'
import styles from './key-names.module.css'
import type { VerbKey } from './verbs.ts'

/** Returns the names of a shortcut's keys, as labelled on keyboards. */
export function useKeyNames(): (key: VerbKey) => string[] {
  const t = useTranslations('palette.keyNames')
  const named = { Enter: '↵', Escape: t('escape'), Delete: t('delete') }
  const nameOf = (key: string) => named[key as keyof typeof named] ?? key.toUpperCase()
  return ({ key, shift, control, after }) =>
    [
      after && nameOf(after),
      control && (isMac ? '⌘' : t('control')),
      shift && (isMac ? '⇧' : t('shift')),
      nameOf(key),
    ].filter((name): name is string => typeof name === 'string')
}

/** A shortcut as labelled on keyboards. */
export function KeyNames({ value }: { value: VerbKey }) {
  const names = useKeyNames()(value)
  return (
    <span className={styles.keys}>
      {names.map((name, at) => (
        <Fragment key={name}>
          {at > 0 && ' '}
          <kbd className="quiet center-text outlined">{name}</kbd>
        </Fragment>
      ))}
    </span>
  )
}

/** Writes a shortcut for `aria-keyshortcuts`. */
export function keyShortcut({ key, shift, control, after }: VerbKey): string {
  const name = key.length === 1 ? key.toUpperCase() : key
  if (after) return `${after.toUpperCase()} ${name}`
  if (control) return `Control+${name} Meta+${name}`
  return shift ? `Shift+${name}` : name
}

import type { ReactNode } from 'react'
import { ArrowUpRight, ChevronDown, Search, SquareCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import mark from '#web/ui/mark.module.css'
import styles from './feature-pictures.module.css'

export function GapsPicture() {
  const t = useTranslations('landing.pictures')
  return (
    <div className={styles.prompt}>
      <p>{t.rich('gaps', { choice, filled })}</p>
      <p className={styles.long}>{t('gapsOpen')}</p>
    </div>
  )
}

function filled(text: ReactNode) {
  return <span className={mark.filled}>{text}</span>
}

function choice(text: ReactNode) {
  return (
    <span className={mark.filled}>
      {text} <ChevronDown size={12} />
    </span>
  )
}

export function PalettePicture() {
  const t = useTranslations('landing.pictures')
  return (
    <div className={styles.palette}>
      <p>
        <Search size={16} />
        {t('typed')}
      </p>
      <div>
        <i />
        <p>{t.rich('hit', { b })}</p>
        <p>{t('hitText')}</p>
      </div>
      <p>
        <kbd>↵</kbd> {t('open')} <kbd>{t('control')}</kbd>
        <kbd>↵</kbd> {t('copy')}
      </p>
    </div>
  )
}

function b(text: ReactNode) {
  return <b>{text}</b>
}

export function RunPicture() {
  const t = useTranslations('landing.pictures.models')
  return (
    <div className={styles.answers}>
      <div>
        <b>{t('first')}</b>
        <p>{t('firstAnswer')}</p>
      </div>
      <div>
        <b>{t('second')}</b>
        <p>
          {t('secondAnswer')}
          <i />
        </p>
      </div>
    </div>
  )
}

/** For a server that runs no models. */
export function OpenInPicture() {
  const t = useTranslations('landing.pictures')
  return (
    <div className={styles.rows}>
      <b>{t('openIn')}</b>
      {['ChatGPT', 'Claude', 'Le Chat'].map((name) => (
        <p key={name}>
          <ArrowUpRight size={16} />
          {name}
        </p>
      ))}
    </div>
  )
}

export function VersionsPicture() {
  const t = useTranslations('landing.pictures')
  return (
    <div className={styles.prompt}>
      <p>{t.rich('change', { del, ins })}</p>
      <p className={styles.restore}>
        <span>{t('restore')}</span>
        {t('when')}
      </p>
    </div>
  )
}

function del(text: ReactNode) {
  return <del>{text}</del>
}

function ins(text: ReactNode) {
  return <ins>{text}</ins>
}

const folders = [
  ['first', 10],
  ['second', 10],
  ['third', 20],
] as const

export function ImportPicture() {
  const t = useTranslations('landing.pictures.import')
  return (
    <div className={styles.rows}>
      <b>{t('title')}</b>
      {folders.map(([name, count]) => (
        <p key={name}>
          <SquareCheck size={16} />
          {t(name)}
          <span>{count}</span>
        </p>
      ))}
    </div>
  )
}

export function YoursPicture({ eu }: { eu: 'yes' | 'no' }) {
  const t = useTranslations('landing.pictures')
  return (
    <div className={styles.yours}>
      <b>{t(eu === 'yes' ? 'eu' : 'notEu')}</b>
      <p>{t('euText')}</p>
    </div>
  )
}

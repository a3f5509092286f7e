import type { ReactNode } from 'react'
import { ArrowUpRight, ChevronDown, Search } from 'lucide-react'
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

/** Used on a server that runs no models. */
export function OpenInPicture() {
  const t = useTranslations('landing.pictures')
  return (
    <div className={styles.card}>
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

export function AssistantsPicture() {
  const t = useTranslations('landing.pictures.consent')
  return (
    <div className={styles.card}>
      <b>{t('asks')}</b>
      <p>
        <i />
        {t('read')}
      </p>
      <p>
        <i />
        {t('change')}
      </p>
      <p>
        <span>{t('allow')}</span>
        <span>{t('refuse')}</span>
      </p>
    </div>
  )
}

export function TerminalPicture() {
  const t = useTranslations('landing.pictures')
  return (
    <pre className={styles.terminal}>
      <b>$ git diff | promptshelf review</b>
      {`\n${t('piped')}\n- return price\n+ return price * count`}
    </pre>
  )
}

export function YoursPicture() {
  const t = useTranslations('landing.pictures.yours')
  return (
    <div className={styles.card}>
      <div>{t.rich('change', { del, ins })}</div>
      <p>
        <span>{t('restore')}</span>
        <small>{t('when')}</small>
      </p>
      <p>
        {t('passkey')}
        <small>{t('used')}</small>
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

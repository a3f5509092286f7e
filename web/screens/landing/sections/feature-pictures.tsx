import type { ReactNode } from 'react'
import { FileText, Link2, Search } from 'lucide-react'
import { useTranslations } from 'use-intl'
import folder from '#web/folders/folder-card.module.css'
import mark from '#web/ui/mark.module.css'
import toggle from '#web/ui/controls/switch.module.css'
import styles from './feature-pictures.module.css'

export function FillInPicture() {
  const t = useTranslations('landing.pictures')
  return <p className={styles.prompt}>{t.rich('letter', { filled, open })}</p>
}

function filled(text: ReactNode) {
  return <span className={mark.filled}>{text}</span>
}

function open(text: ReactNode) {
  return <span className={mark.open}>{text}</span>
}

export function FoldersPicture() {
  const t = useTranslations('landing.pictures.folders')
  return (
    <div className={styles.folders}>
      <div className={folder.card}>{t('first')}</div>
      <div className={folder.card}>{t('second')}</div>
      <div className={folder.card}>{t('third')}</div>
    </div>
  )
}

export function SearchPicture() {
  const t = useTranslations('landing.pictures')
  return (
    <div className={styles.search}>
      <p className={styles.field}>
        <Search size={16} />
        {t('search')}
      </p>
      <p>
        <i />
        <span>{t.rich('hits.first', { b })}</span>
        <small>{t('hits.firstPlace')}</small>
      </p>
      <p>
        <i />
        <span>{t.rich('hits.second', { b })}</span>
        <small>{t('hits.secondPlace')}</small>
      </p>
    </div>
  )
}

function b(text: ReactNode) {
  return <b>{text}</b>
}

export function SharePicture() {
  const t = useTranslations('landing.pictures')
  return (
    <div className={styles.share}>
      <p className={styles.toggle}>
        <span className={toggle.track} />
        {t('link')}
      </p>
      <p className={styles.link}>
        <Link2 size={16} />
        <span>/prompt/shared/01a1fc2c-43c7-7eda-9052</span>
      </p>
    </div>
  )
}

export function ExactPicture() {
  return (
    <pre className={styles.code}>
      {'<rules>\n  Answer in JSON:\n  { "severity": '}
      <span className={mark.open}>level</span>
      {',\n    "line": 0 }\n</rules>'}
    </pre>
  )
}

const stars = Array.from({ length: 12 }, (_, at) => (at * Math.PI) / 6)

/** Twelve in a ring, around the file that stays in the middle. */
export function YoursPicture() {
  return (
    <div className={styles.yours}>
      <svg viewBox="-60 -60 120 120" width="136" height="136">
        {stars.map((angle) => (
          <path
            key={angle}
            d="M0-5 1.18-1.62 4.76-1.55 1.9.62 2.94 4.05 0 2-2.94 4.05-1.9.62-4.76-1.55-1.18-1.62Z"
            transform={`translate(${(50 * Math.sin(angle)).toFixed(2)} ${(-50 * Math.cos(angle)).toFixed(2)})`}
            fill="currentColor"
          />
        ))}
      </svg>
      <FileText size={36} />
    </div>
  )
}

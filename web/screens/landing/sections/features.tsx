import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import {
  ExactPicture,
  FillInPicture,
  FoldersPicture,
  SearchPicture,
  SharePicture,
  YoursPicture,
} from './feature-pictures.tsx'
import styles from './features.module.css'

const pictures = {
  fillIn: FillInPicture,
  folders: FoldersPicture,
  search: SearchPicture,
  share: SharePicture,
  exact: ExactPicture,
  yours: YoursPicture,
} satisfies Record<string, ComponentType>

const features = ['fillIn', 'folders', 'search', 'share', 'exact', 'yours'] as const

export function Features() {
  const t = useTranslations('landing.features')
  return (
    <section id="features" className={styles.features}>
      <h2>{t('title')}</h2>
      <ul>
        {features.map((feature) => {
          const Picture = pictures[feature]
          return (
            <li key={feature}>
              {/* Decorative: the text below says the same. */}
              <div className={styles.picture} aria-hidden>
                <Picture />
              </div>
              <h3>{t(`${feature}.title`)}</h3>
              <p>{t(`${feature}.text`)}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

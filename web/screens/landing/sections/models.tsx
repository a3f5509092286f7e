import { useTranslations } from 'use-intl'
import styles from './models.module.css'
import { supportedModels } from './supported-models.ts'

const groups = ['textGeneration', 'imageGeneration', 'videoGeneration'] as const

export function Models() {
  const t = useTranslations('landing.models')
  return (
    <section className={styles.models}>
      <div>
        <h2>{t('title')}</h2>
        <p>{t('text')}</p>
      </div>
      {groups.map((group) => (
        <div key={group}>
          <h3>{t(group)}</h3>
          <ul>
            {supportedModels[group].map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import {
  GapsPicture,
  ImportPicture,
  OpenInPicture,
  PalettePicture,
  RunPicture,
  VersionsPicture,
  YoursPicture,
} from './feature-pictures.tsx'
import styles from './features.module.css'
import type { Offer } from './pricing.tsx'

const pictures = {
  gaps: GapsPicture,
  palette: PalettePicture,
  run: RunPicture,
  versions: VersionsPicture,
  import: ImportPicture,
  yours: YoursPicture,
} satisfies Record<string, ComponentType<{ eu: 'yes' | 'no' }>>

const features = ['gaps', 'palette', 'run', 'versions', 'import', 'yours'] as const

export function Features({ offer }: { offer: Offer }) {
  const t = useTranslations('landing.features')
  const models = modelsOf(offer)
  const eu = offer.isInEu ? 'yes' : 'no'
  return (
    <section id="features" className={styles.features}>
      <h2>{t('title')}</h2>
      <ul>
        {features.map((feature) => {
          const Picture = feature === 'run' && models === 'none' ? OpenInPicture : pictures[feature]
          return (
            <li key={feature}>
              {/* Decorative: the text below says the same. */}
              <div className={styles.picture} aria-hidden>
                <Picture eu={eu} />
              </div>
              <h3>{feature === 'run' ? t('run.title', { models }) : t(`${feature}.title`)}</h3>
              <p>{feature === 'run' ? t('run.text', { models }) : t(`${feature}.text`, { eu })}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Whose models run prompts on this server: the operator's, those of users' own connections, or both. */
function modelsOf({ hasPlans, runPrices, canConnect }: Offer) {
  if (runPrices.length === 0) return canConnect ? 'own' : 'none'
  if (!hasPlans) return canConnect ? 'bothFree' : 'free'
  return canConnect ? 'both' : 'bought'
}

import { useTranslations } from 'use-intl'
import {
  AssistantsPicture,
  GapsPicture,
  OpenInPicture,
  PalettePicture,
  RunPicture,
  TerminalPicture,
  YoursPicture,
} from './feature-pictures.tsx'
import styles from './features.module.css'
import type { Offer } from './pricing.tsx'

const pictures = {
  gaps: GapsPicture,
  palette: PalettePicture,
  run: RunPicture,
  assistants: AssistantsPicture,
  terminal: TerminalPicture,
  yours: YoursPicture,
}

const features = ['gaps', 'palette', 'run', 'assistants', 'terminal', 'yours'] as const

export function Features({ offer }: { offer: Offer }) {
  const t = useTranslations('landing.features')
  const models = modelsOf(offer)
  const server = {
    models,
    eu: offer.isInEu ? 'yes' : 'no',
    passkeys: offer.hasPasskeys ? 'yes' : 'no',
    reach: offer.isReachable ? 'yes' : 'no',
  }
  return (
    <section id="features" className={styles.features}>
      <h2>{t('title')}</h2>
      <ul>
        {features.map((feature) => {
          const Picture = feature === 'run' && models === 'none' ? OpenInPicture : pictures[feature]
          return (
            <li key={feature}>
              {/* Decorative: the text below contains the same information. */}
              <div className={styles.picture} aria-hidden>
                <Picture />
              </div>
              <h3>{t(`${feature}.title`, server)}</h3>
              <p>{t(`${feature}.text`, server)}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Which models run prompts on this server: the operator's, those of users' own connections, or both. */
function modelsOf({ hasPlans, runPrices, canConnect }: Offer) {
  if (runPrices.length === 0) return canConnect ? 'own' : 'none'
  if (!hasPlans) return canConnect ? 'bothFree' : 'free'
  return canConnect ? 'both' : 'bought'
}

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { newAttempt } from '#web/api/attempt.ts'
import { useAdopt } from '#web/library/adopt.ts'
import { forgetKeptPrompt, readKeptPrompt, type KeptPrompt } from '#web/library/kept-prompt.ts'
import { useLanguage } from '#web/messages/messages-provider.tsx'
import { PromptPreview } from '#web/prompts/prompt-preview.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import cardStyles from '#web/prompts/cards/prompt-card.module.css'
import styles from './first-steps.module.css'
import { loadStarterShelf } from './starter-shelf.ts'

/** Prompts offered in an empty library: the example filled in on the landing page, and samples of our own. */
export function FirstSteps({ onShelf }: { onShelf: (file: File) => void }) {
  const t = useTranslations('shelf.starter')
  const language = useLanguage()
  const adopt = useAdopt()
  const [example] = useState(() => readKeptPrompt('filled-example'))
  const { data } = useQuery({
    queryKey: ['starter-shelf', language],
    queryFn: async () => {
      const { library, samples } = await loadStarterShelf(language)
      const ours: KeptPrompt[] = samples.map((sample) => ({ ...sample, attempt: newAttempt() }))
      return { library, samples: ours }
    },
    staleTime: Infinity,
  })
  if (!data) return null
  const { library, samples } = data
  const offered = (example ? [example, ...samples] : samples).slice(0, samples.length)
  return (
    <section className={styles.samples} aria-label={t('title')}>
      <p>{t('text')}</p>
      <ul className="stack gap-16 full-width">
        {offered.map((prompt) => {
          const { ground, ink, raw, line } = ownerColor(prompt.color)
          return (
            <li key={prompt.name}>
              <article
                className={cardStyles.card}
                style={{ '--ground': ground, '--on-ground': ink, '--raw': raw, '--line': line }}
              >
                <h3>
                  <button
                    type="button"
                    className={cardStyles.open}
                    aria-label={t('adopt', { name: prompt.name })}
                    onClick={() => adopt(prompt, () => forgetKeptPrompt('filled-example'))}
                  >
                    <span>{prompt.name}</span>
                  </button>
                </h3>
                <div className={cardStyles.preview}>
                  <PromptPreview preview={prompt.prompt} />
                </div>
                <footer className="text-13 quiet" aria-hidden>
                  {t('take')}
                </footer>
              </article>
            </li>
          )
        })}
      </ul>
      <Button
        className={styles.whole}
        onClick={() => {
          const name = `${t('shelf')}.json`
          onShelf(new File([JSON.stringify(library)], name, { type: 'application/json' }))
        }}
      >
        {t('whole', { prompts: library.prompts.length, folders: library.folders.length })}
      </Button>
    </section>
  )
}

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { useAdopt } from '#web/library/adopt.ts'
import type { OpenCommand } from '#web/library/commands.ts'
import { hints, noteHint } from '#web/library/hints.ts'
import { forgetKeptPrompt, readKeptPrompt, type KeptPrompt } from '#web/library/kept-prompt.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { PromptPreview } from '#web/prompts/prompt-preview.tsx'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import { useStore } from '#web/ui/store.ts'
import cardStyles from '#web/prompts/cards/prompt-card.module.css'
import styles from './first-steps.module.css'
import { starterShelfQuery } from './starter-shelf.ts'

/** A library with fewer prompts is offered samples. */
const enough = 3

type FirstStepsProps = {
  /** Titles that the library already has. */
  taken: readonly string[]
  open: OpenCommand
}

/** Prompts offered in a new library: the example filled in on the landing page, and samples of our own. */
export function FirstSteps({ taken, open }: FirstStepsProps) {
  const t = useTranslations('shelf.starter')
  const adopt = useAdopt()
  const [example] = useState(() => readKeptPrompt('filled-example'))
  const { hasClosedSamples } = useStore(hints)
  const { data: profile } = useQuery(profileQuery)
  const { data } = useQuery(starterShelfQuery(useLanguage()))
  const count = profile?.usage.prompts ?? taken.length
  if (!data || hasClosedSamples || count >= enough) return null
  const { library, samples } = data
  const offered = (example ? [example, ...samples] : samples)
    .filter(({ name }) => !taken.includes(name))
    .slice(0, samples.length)

  const take = (prompt: KeptPrompt) =>
    adopt(prompt, (id) => {
      if (prompt === example) forgetKeptPrompt('filled-example')
      const { name, color, prompt: preview } = prompt
      open({ kind: 'view-prompt', prompt: { id, name, color, isPublic: 0, preview } })
    })
  return (
    <section className={styles.samples} aria-label={t('title')}>
      <div className={styles.head}>
        <p>{t('text')}</p>
        <IconButton label={t('close')} onClick={() => noteHint({ hasClosedSamples: true })}>
          <X size={16} />
        </IconButton>
      </div>
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
                    onClick={() => take(prompt)}
                  >
                    <span>{prompt.name}</span>
                  </button>
                </h3>
                <div className={cardStyles.preview}>
                  <PromptPreview preview={prompt.prompt} />
                </div>
                <footer className="text-13" aria-hidden>
                  <span className={styles.take}>{t('take')}</span>
                </footer>
              </article>
            </li>
          )
        })}
      </ul>
      <Button className={styles.whole} onClick={() => open({ kind: 'starter-shelf' })}>
        {t('whole', { prompts: library.prompts.length })}
      </Button>
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { PublicBar } from '#web/app/public-bar.tsx'
import { FillIn } from '#web/prompts/fill-in.tsx'
import { sharedPromptQuery } from '#web/prompts/get-shared-prompt.ts'
import styles from './shared-prompt-screen.module.css'

/** A prompt behind its public link: filled in and copied, without a login. */
export function Component() {
  const t = useTranslations('shell.sharedPrompt')
  const { promptId = '' } = useParams()
  const { data, error } = useQuery(sharedPromptQuery(promptId))
  // The error screen, or the not-found screen, shows instead (spec §2).
  if (error) throw error

  return (
    <>
      <PublicBar />
      {data && (
        <main className={styles.screen}>
          <title>{`${data.promptName} · Promptshelf`}</title>
          <h1>{t('heading', { promptName: data.promptName })}</h1>
          <div className={styles.card}>
            <FillIn body={data.prompt} autoFocus />
          </div>
        </main>
      )}
    </>
  )
}

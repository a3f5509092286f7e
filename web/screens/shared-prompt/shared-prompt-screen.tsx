import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { ApiError } from '#web/api/api-error.ts'
import { NotFoundScreen } from '#web/app/not-found-screen.tsx'
import { PublicBar } from '#web/app/public-bar.tsx'
import { FillIn } from '#web/prompts/fill-in.tsx'
import { sharedPromptQuery } from '#web/prompts/get-shared-prompt.ts'
import { bdi } from '#web/ui/bdi.tsx'
import styles from './shared-prompt-screen.module.css'

/** A prompt behind its public link: filled in and copied, without a login. */
export function Component() {
  const t = useTranslations('shell.sharedPrompt')
  const { promptId = '' } = useParams()
  const { data, error } = useQuery(sharedPromptQuery(promptId))
  // What is being filled in stays, whatever becomes of the prompt meanwhile.
  if (error && !data) {
    if (error instanceof ApiError && error.status === 404)
      return <NotFoundScreen hint={t('gone')} />
    throw error
  }

  return (
    <>
      <PublicBar />
      {data && (
        <main className={styles.screen}>
          <title>{`${data.promptName} · Promptshelf`}</title>
          <h1>{t.rich('heading', { promptName: data.promptName, bdi })}</h1>
          <div className={styles.card}>
            <FillIn body={data.prompt} autoFocus />
          </div>
        </main>
      )}
    </>
  )
}

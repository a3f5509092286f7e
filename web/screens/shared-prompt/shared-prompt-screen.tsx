import { useTranslations } from 'use-intl'
import type { SharedPrompt } from '#contract/prompts.ts'
import { FillIn } from '#web/prompts/fill-in/fill-in.tsx'
import { PublicBar } from '#web/shell/bars/public-bar.tsx'
import { FailureScreen } from '#web/shell/failures/failure-screen.tsx'
import { NotFoundScreen } from '#web/shell/failures/not-found-screen.tsx'
import { bdi } from '#web/ui/bdi.tsx'
import styles from './shared-prompt-screen.module.css'

/** What the API says of the prompt. */
export type SharedPromptAnswer = SharedPrompt | { status: 'error'; code: string }

/** A prompt behind its public link: filled in and copied, without a login. */
export function SharedPromptScreen({ answer }: { answer: SharedPromptAnswer }) {
  const t = useTranslations('shell.sharedPrompt')
  if (answer.status === 'error') {
    return answer.code === 'not_found' ? <NotFoundScreen hint={t('gone')} /> : <FailureScreen />
  }
  const { promptName, prompt } = answer
  return (
    <>
      <title>{`${promptName} · Promptshelf`}</title>
      <PublicBar />
      <main className={styles.screen}>
        <h1>{t.rich('heading', { promptName, bdi })}</h1>
        <div className={styles.card}>
          <FillIn body={prompt} autoFocus />
        </div>
      </main>
    </>
  )
}

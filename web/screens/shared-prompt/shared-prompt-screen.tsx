import { useTranslations } from 'use-intl'
import type { SharedPrompt } from '#contract/prompts.ts'
import { FillIn } from '#web/prompts/fill-in/fill-in.tsx'
import { PublicBar } from '#web/shell/bars/public-bar.tsx'
import { FailureScreen } from '#web/shell/failures/failure-screen.tsx'
import { NotFoundScreen } from '#web/shell/failures/not-found-screen.tsx'
import { bdi } from '#web/ui/bdi.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import { SharedPromptFooter } from './shared-prompt-footer.tsx'
import styles from './shared-prompt-screen.module.css'

/** What the API says of the prompt. */
export type SharedPromptAnswer = SharedPrompt | { status: 'error'; code: string }

/** A prompt behind its public link: filled in and copied, without a login. */
export function SharedPromptScreen({ answer }: { answer: SharedPromptAnswer }) {
  const t = useTranslations('shell.sharedPrompt')
  const tPage = useTranslations('prompt.sharedPage')
  if (answer.status === 'error') {
    return answer.code === 'not_found' ? <NotFoundScreen hint={t('gone')} /> : <FailureScreen />
  }
  const { promptName, prompt, variables, color } = answer
  const { ground, ink, line } = ownerColor(color)
  return (
    <div className={styles.page}>
      <title>{`${promptName} · Promptshelf`}</title>
      <PublicBar />
      <main className={styles.screen}>
        <div className="visually-hidden">
          <h1>{t.rich('heading', { promptName, bdi })}</h1>
        </div>
        <p className={styles.eyebrow} aria-hidden>
          {tPage('eyebrow')}
        </p>
        <div className={styles.card}>
          <h2
            className={styles.band}
            style={{ background: ground, color: ink, borderColor: line }}
            dir="auto"
          >
            {promptName}
          </h2>
          <FillIn body={prompt} variables={variables} autoFocus />
        </div>
        <p className={styles.about}>{tPage('about')}</p>
      </main>
      <SharedPromptFooter />
    </div>
  )
}

import { useTranslations } from 'use-intl'
import type { SharedPrompt } from '#contract/library/prompts.ts'
import { newAttempt } from '#web/api/attempt.ts'
import { findInvisible, textsOf } from '#web/library/invisible/find-invisible.ts'
import { InvisibleCharacters } from '#web/library/invisible/invisible-characters.tsx'
import { keepPrompt } from '#web/library/kept-prompt.ts'
import { homePath } from '#web/api/paths.ts'
import { FillIn } from '#web/prompts/fill-in/fill-in.tsx'
import { PublicBar } from '#web/shell/bars/public-bar.tsx'
import { FailureScreen } from '#web/shell/failures/failure-screen.tsx'
import { NotFoundScreen } from '#web/shell/failures/not-found-screen.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { bdi } from '#web/ui/bdi.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ownerColor } from '#web/ui/owner-color.ts'
import { SharedPromptFooter, type Report } from './shared-prompt-footer.tsx'
import styles from './shared-prompt-screen.module.css'

/** The API's answer for the prompt. */
export type SharedPromptAnswer = SharedPrompt | { status: 'error'; code: string }

export type SharedPromptProps = { answer: SharedPromptAnswer; report?: Report }

const inks: Record<string, string | undefined> = {
  '#ffffff': styles.white,
  '#000000': styles.black,
}

/** A prompt behind its public link, to fill in and copy without a login. */
export function SharedPromptScreen({ answer, report }: SharedPromptProps) {
  const t = useTranslations('shell.sharedPrompt')
  const tPage = useTranslations('prompt.sharedPage')
  if (answer.status === 'error') {
    return answer.code === 'not_found' ? <NotFoundScreen hint={t('gone')} /> : <FailureScreen />
  }
  const { promptName, prompt, variables, color } = answer
  const save = () => {
    const name = promptName
    keepPrompt('prompt-to-save', { name, prompt, color, variables, attempt: newAttempt() })
    // Users who are not logged in get there via the login.
    location.assign(homePath)
  }
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
          <h2 className={classNames(styles.band, inks[ink])} dir="auto">
            <Ground color={ground} line={line} />
            {promptName}
          </h2>
          <FillIn body={prompt} variables={variables} autoFocus>
            <Button onClick={save}>{tPage('save')}</Button>
          </FillIn>
        </div>
        <InvisibleCharacters
          found={findInvisible(textsOf({ name: promptName, prompt, variables }))}
          className={styles.invisible}
        />
        <p className={styles.about}>{tPage('about')}</p>
      </main>
      <SharedPromptFooter report={report} />
    </div>
  )
}

/** An SVG, because the security policy blocks inline styles in a page from the server. */
function Ground({ color, line }: { color: string; line: string }) {
  return (
    <svg className={styles.ground} aria-hidden>
      <rect width="100%" height="100%" fill={color} />
      <rect y="100%" width="100%" height="1" transform="translate(0 -1)" fill={line} />
    </svg>
  )
}

import { useTranslations } from 'use-intl'
import { FailureScreen } from '#web/shell/failures/failure-screen.tsx'
import { NotFoundScreen } from '#web/shell/failures/not-found-screen.tsx'
import { FillIn } from '#web/prompts/fill-in/fill-in.tsx'
import { SharedPromptFrame } from './shared-prompt-frame.tsx'
import type { SharedPromptAnswer } from '#web/entries/shared-prompt/shared-prompt-state.ts'

/** A prompt behind its public link: filled in and copied, without a login. */
export function SharedPromptScreen({ answer }: { answer: SharedPromptAnswer }) {
  const t = useTranslations('shell.sharedPrompt')
  if (answer.status === 'error') {
    return answer.code === 'not_found' ? <NotFoundScreen hint={t('gone')} /> : <FailureScreen />
  }
  return (
    <SharedPromptFrame name={answer.promptName}>
      <title>{`${answer.promptName} · Promptshelf`}</title>
      <FillIn body={answer.prompt} autoFocus />
    </SharedPromptFrame>
  )
}

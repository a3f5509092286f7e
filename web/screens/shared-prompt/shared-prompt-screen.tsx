import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { ApiError } from '#web/api/api-error.ts'
import { NotFoundScreen } from '#web/app/not-found-screen.tsx'
import { FillIn } from '#web/prompts/fill-in.tsx'
import { sharedPromptQuery } from '#web/prompts/get-shared-prompt.ts'
import { SharedPromptFrame } from './shared-prompt-frame.tsx'

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
  if (!data) return null

  return (
    <SharedPromptFrame name={data.promptName}>
      <title>{`${data.promptName} · Promptshelf`}</title>
      <FillIn body={data.prompt} autoFocus />
    </SharedPromptFrame>
  )
}

// Built for the server, which runs this in a separate thread.
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { languageCodes, type Language } from '#languages/languages.ts'
import {
  sharedPromptFeatures,
  SharedPromptRoot,
} from '#web/entries/shared-prompt/shared-prompt-root.tsx'
import { beginWithMessages, loadCatalogues } from '#web/ui/messages/messages.ts'
import type { SharedPromptAnswer } from '#web/screens/shared-prompt/shared-prompt-screen.tsx'
import { fillTemplate } from './fill-template.ts'
import { SharedPromptHead } from './shared-prompt-head.tsx'

type SharedPromptRequest = {
  language: Language
  answer: SharedPromptAnswer
  address: string
  /** Where to report it. */
  contactEmail?: string | undefined
}

/** Returns a renderer for the page of a shared prompt, or of a missing one. `template`: the built HTML. */
export async function prepareSharedPrompts(template: string) {
  const catalogues = new Map(
    await Promise.all(
      languageCodes.map(
        async (code) => [code, await loadCatalogues(code, sharedPromptFeatures)] as const,
      ),
    ),
  )
  return ({ language, answer, address, contactEmail }: SharedPromptRequest): string => {
    const props = { answer, ...(contactEmail && { report: { address, contactEmail } }) }
    const messages = { language, messages: catalogues.get(language) ?? {} }
    beginWithMessages(messages)
    const head =
      answer.status === 'success'
        ? renderToStaticMarkup(<SharedPromptHead prompt={answer} address={address} />)
        : ''
    const body = renderToString(<SharedPromptRoot {...props} />)
    return fillTemplate(template, { language, state: { ...messages, props }, head, body })
  }
}

import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createTranslator } from 'use-intl'
import { toPageScript } from '#web/app/script-text.ts'
import { languageCodes } from '#languages/languages.ts'
import { MessagesProvider } from '#web/messages/messages-provider.tsx'
import { beginWithMessages, loadCatalogues, type Messages } from '#web/messages/messages.ts'
import { UnfilledPrompt } from '#web/prompts/unfilled-prompt.tsx'
import { SharedPromptFrame } from './shared-prompt-frame.tsx'
import { SharedPromptScreen } from './shared-prompt-screen.tsx'
import { sharedPromptFeatures, type SharedPromptAnswer } from './shared-prompt-state.ts'

/** Stands where the server fills something in; it comes up nowhere else. */
const gap = '\uE000'

/**
 * The screen in every language, in pieces with a gap after each but the last. `found` is for the tags of
 * its head, the prompt's name, its text, its progress and the API's answer; `progress` for the number of
 * variables. `template` is the built shared-prompt.html.
 */
export async function renderSharedPrompt(template: string) {
  return Promise.all(
    languageCodes.map(async (language) => {
      const messages = await loadCatalogues(language, sharedPromptFeatures)
      beginWithMessages({ language, messages })
      const t = createTranslator({ locale: language, messages: messages as Messages })
      const fill = (screen: ReactNode, answer: SharedPromptAnswer | typeof gap) => {
        const markup = renderToStaticMarkup(<MessagesProvider>{screen}</MessagesProvider>)
        const [title = ''] = /<title>.*?<\/title>/s.exec(markup) ?? []
        const state = toPageScript('state', { language, messages, answer })
        // Functions, because a text may contain what `replace` would read as a pattern.
        return template
          .replace('<html lang="en">', `<html lang="${language}" data-prerendered>`)
          .replace(/<title>[^<]*<\/title>\s*/, '')
          .replace('<!--head-->', () => title || gap)
          .replace(
            '<div id="root"></div>',
            () => `<div id="root">${markup.replace(title, '')}</div>${state}`,
          )
      }
      const fillWithFailure = (code: string) => {
        const answer = { status: 'error' as const, code }
        return fill(<SharedPromptScreen answer={answer} />, answer)
      }
      const found = (
        <SharedPromptFrame name={gap}>
          <UnfilledPrompt text={gap} progress={gap} />
        </SharedPromptFrame>
      )
      return {
        language,
        // The answer is no text in the state, but a value.
        found: fill(found, gap).replace(`"${gap}"`, gap).split(gap),
        missing: fillWithFailure('not_found'),
        failed: fillWithFailure('unknown'),
        progress: t('prompt.fillIn.progress', { filled: 0, total: gap }).split(gap),
      }
    }),
  )
}

import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createTranslator } from 'use-intl'
import { NotFoundScreen } from '#web/app/not-found-screen.tsx'
import { languages, type Language } from '#web/messages/language.ts'
import { MessagesProvider } from '#web/messages/messages-provider.tsx'
import { beginWithMessages, loadCatalogues, type Messages } from '#web/messages/messages.ts'
import { UnfilledPrompt } from '#web/prompts/unfilled-prompt.tsx'
import { SharedPromptFrame } from './shared-prompt-frame.tsx'

/** Stands where the server fills something in; it comes up nowhere else. */
const gap = '\uE000'

/**
 * The screen in every language, in pieces with a gap after each but the last. `found` is for the tags of
 * its head, the prompt's name, its text and its progress; `progress` for the number of variables.
 * `template` is the built index.html.
 */
export async function renderSharedPrompt(template: string) {
  return Promise.all(
    languages.map(async (language) => {
      const messages = await loadCatalogues(language, ['shell', 'prompt'])
      beginWithMessages({ language, messages })
      const t = createTranslator({ locale: language, messages: messages as Messages })
      const found = (
        <SharedPromptFrame name={gap}>
          <UnfilledPrompt text={gap} progress={gap} />
        </SharedPromptFrame>
      )
      const missing = <NotFoundScreen hint={t('shell.sharedPrompt.gone')} />
      return {
        language,
        found: fillTemplate(template, language, found, gap).split(gap),
        missing: fillTemplate(template, language, missing),
        progress: t('prompt.fillIn.progress', { filled: 0, total: gap }).split(gap),
      }
    }),
  )
}

/** `head` takes the place of the template's title and description; without one, the screen's own title. */
function fillTemplate(template: string, language: Language, screen: ReactNode, head?: string) {
  const markup = renderToStaticMarkup(<MessagesProvider>{screen}</MessagesProvider>)
  const [title = ''] = /<title>.*?<\/title>/s.exec(markup) ?? []
  return (
    template
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace(/<title>[^<]*<\/title>\s*/, '')
      .replace(/<meta\s+name="description"[^>]*>\s*/, '')
      .replace('<!--head-->', () => head ?? title)
      // To be read before its scripts are there: they come after its styles and fonts.
      .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')
      .replace('<div id="root"></div>', () => `<div id="root">${markup.replace(title, '')}</div>`)
  )
}

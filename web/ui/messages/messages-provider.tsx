import type { ReactNode } from 'react'
import { IntlProvider, useLocale } from 'use-intl'
import { languageOfTag, languages, type Language } from '#languages/languages.ts'
import { useStore } from '#web/ui/store.ts'
import { messagesStore } from './messages.ts'

/** Provides texts in the chosen language to the screens below it. */
export function MessagesProvider({ children }: { children: ReactNode }) {
  const { language, messages } = useStore(messagesStore)
  // React renders again if texts have loaded between the slices of a render.
  const onError = (error: Error) =>
    messages === messagesStore.get().messages && console.error(error)
  return (
    <IntlProvider
      locale={languages[language].locale}
      messages={messages}
      timeZone={timeZone}
      onError={onError}
    >
      {children}
    </IntlProvider>
  )
}

export function useLanguage(): Language {
  return languageOfTag(useLocale())
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

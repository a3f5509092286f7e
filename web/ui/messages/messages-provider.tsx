import { startTransition, useEffect, useState, type ReactNode } from 'react'
import { IntlProvider, useLocale } from 'use-intl'
import { languageOfTag, languages, type Language } from '#languages/languages.ts'
import { messagesStore, type MessagesState } from './messages.ts'

/** Provides texts in the chosen language to the screens below it. */
export function MessagesProvider({ children }: { children: ReactNode }) {
  const { language, messages } = useTexts()
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

/** Everything renders again with new texts, so it does so in slices, in between which presses are heard. */
function useTexts(): MessagesState {
  const [state, setState] = useState(messagesStore.get)
  useEffect(() => {
    const update = () => startTransition(() => setState(messagesStore.get()))
    // Some may have loaded during the first render.
    update()
    return messagesStore.subscribe(update)
  }, [])
  return state
}

export function useLanguage(): Language {
  return languageOfTag(useLocale())
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

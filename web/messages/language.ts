import { isLanguage, languageOfTag, type Language } from '#languages/languages.ts'

const storageKey = 'lang'
const yearInSeconds = 31_536_000

/** The choice made on this device, else the browser's language where we have it. */
export function preferredLanguage(): Language {
  return storedLanguage() ?? languageOfTag(navigator.language)
}

/** The choice made on this device. */
export function storedLanguage(): Language | undefined {
  const stored = localStorage.getItem(storageKey)
  return isLanguage(stored) ? stored : undefined
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(storageKey, language)
  // Tells the server, which sends the landing page in the language chosen.
  document.cookie = `${storageKey}=${language}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax`
}

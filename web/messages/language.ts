export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

const storageKey = 'lang'
const yearInSeconds = 31_536_000

/** A choice made on this device; else German for a German browser, else English. */
export function preferredLanguage(): Language {
  return storedLanguage() ?? (navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en')
}

/** The choice made on this device, if one was. */
export function storedLanguage(): Language | undefined {
  const stored = localStorage.getItem(storageKey)
  return languages.find((language) => language === stored)
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(storageKey, language)
  // Tells the server, which sends the landing page in the language chosen.
  document.cookie = `${storageKey}=${language}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax`
}

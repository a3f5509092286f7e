export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

const storageKey = 'lang'

/** A choice made on this device; else German for a German browser, else English. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  const chosen = languages.find((language) => language === stored)
  return chosen ?? (navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en')
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(storageKey, language)
}

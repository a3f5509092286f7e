/**
 * Every language of the product, by its code. The folder of that name beside this file holds all of its
 * texts; `locale` is what dates and prices of mails and link previews are written by.
 */
export const languages = {
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de-DE' },
} as const satisfies Record<string, { name: string; locale: string }>

export type Language = keyof typeof languages

/** One value per language. */
export type Localized<Value> = Record<Language, Value>

/** In the order in which they are offered. */
export const languageCodes = Object.keys(languages) as Language[]

export const defaultLanguage = 'en' satisfies Language

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value)
}

/** A language as stored with an account: another release may have had more of them. */
export function toLanguage(stored: string): Language {
  return isLanguage(stored) ? stored : defaultLanguage
}

/** The language of a BCP 47 tag, such as `de-AT`; the default one where we do not have it. */
export function languageOfTag(tag: string): Language {
  const [language] = tag.toLowerCase().split('-', 1)
  return isLanguage(language) ? language : defaultLanguage
}

/** Makes one value per language. */
export function localize<Value>(make: (language: Language) => Value): Localized<Value> {
  const entries = languageCodes.map((language) => [language, make(language)] as const)
  return Object.fromEntries(entries) as Localized<Value>
}

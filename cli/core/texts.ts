import de from '#languages/de/cli.json' with { type: 'json' }
import deErrors from '#languages/de/errors.json' with { type: 'json' }
import en from '#languages/en/cli.json' with { type: 'json' }
import enErrors from '#languages/en/errors.json' with { type: 'json' }
import {
  defaultLanguage,
  languageOfTag,
  languages,
  type Language,
  type Localized,
} from '#languages/languages.ts'

/** The texts of the command line. They have placeholders such as `{name}`, and no plurals. */
export type Texts = typeof en & { ofErrors: Record<keyof typeof enErrors, string> }

/** Functions, since the build unpacks the texts of a language on first use. */
const texts: Localized<() => Texts> = {
  en: () => ({ ...en, ofErrors: enErrors }),
  de: () => ({ ...de, ofErrors: deErrors }),
}

/** The language, and the locale in BCP 47, of the environment, read like other programs do. */
export function readLocale(environment: NodeJS.ProcessEnv): { texts: Texts; locale: string } {
  const { LC_ALL, LC_MESSAGES, LANG } = environment
  const wanted = LC_ALL || LC_MESSAGES || LANG
  // Windows has no such variables.
  const tag = wanted
    ? wanted.replace(/[.@].*$/, '').replaceAll('_', '-')
    : Intl.DateTimeFormat().resolvedOptions().locale
  const language = languageOfTag(tag)
  return { texts: texts[language](), locale: toLocale(tag, language) }
}

/** Numbers and dates in English text use an English locale: the locale always matches the language of the texts. */
function toLocale(tag: string, language: Language): string {
  const fallback: string = languages[language].locale
  if (tag.split('-', 1)[0]?.toLowerCase() !== language) return languages[defaultLanguage].locale
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? fallback
  } catch {
    return fallback
  }
}

/** The text with its placeholders replaced; placeholders in values are not replaced. */
export function fillText(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  )
}

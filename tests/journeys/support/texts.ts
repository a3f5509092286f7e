import { readFileSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { createTranslator } from 'use-intl/core'
import { defaultLanguage, languages, localize, type Language } from '#languages/languages.ts'
import type accounts from '#languages/en/accounts.json'
import type apps from '#languages/en/apps.json'
import type editor from '#languages/en/editor.json'
import type errors from '#languages/en/errors.json'
import type faults from '#languages/en/faults.json'
import type history from '#languages/en/history.json'
import type importing from '#languages/en/import.json'
import type landing from '#languages/en/landing.json'
import type library from '#languages/en/library.json'
import type mails from '#languages/en/mails.json'
import type pages from '#languages/en/pages.json'
import type palette from '#languages/en/palette.json'
import type plans from '#languages/en/plans.json'
import type prompt from '#languages/en/prompt.json'
import type sandbox from '#languages/en/sandbox.json'
import type runs from '#languages/en/runs.json'
import type shelf from '#languages/en/shelf.json'
import type selection from '#languages/en/selection.json'
import type shell from '#languages/en/shell.json'
import type values from '#languages/en/values.json'

export type Texts = {
  accounts: typeof accounts
  apps: typeof apps
  editor: typeof editor
  errors: typeof errors
  faults: typeof faults
  history: typeof history
  import: typeof importing
  landing: typeof landing
  library: typeof library
  mails: typeof mails
  runs: typeof runs
  pages: typeof pages
  palette: typeof palette
  plans: typeof plans
  prompt: typeof prompt
  sandbox: typeof sandbox
  shelf: typeof shelf
  selection: typeof selection
  shell: typeof shell
  values: typeof values
}

/** The product's texts in each language, read from its catalogues. */
export const textsOf = localize(readCatalogues)

/** The English texts, which journeys use unless they test another language. */
export const texts = textsOf[defaultLanguage]

/** Renders a message as the screen does: with its values and plurals, and without markup. */
export function fill(
  message: string,
  values: Record<string, string | number | Date>,
  language: Language = defaultLanguage,
): string {
  const plain = message.replaceAll(/<\/?\w+>/g, '')
  const translate = createTranslator({
    locale: languages[language].locale,
    messages: { plain },
    timeZone: 'UTC',
  })
  return translate('plain', values)
}

function readCatalogues(language: Language): Texts {
  const folder = new URL(`../../../languages/${language}/`, import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const entries = files.map((file) => {
    const catalogue: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    return [basename(file, '.json'), catalogue]
  })
  return Object.fromEntries(entries) as Texts
}

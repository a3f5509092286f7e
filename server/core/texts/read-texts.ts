import { readFileSync } from 'node:fs'
import type errors from '#languages/en/errors.json'
import type mails from '#languages/en/mails.json'
import type sandbox from '#languages/en/sandbox.json'
import { localize, type Localized } from '#languages/languages.ts'

type Catalogues = { errors: typeof errors; mails: typeof mails; sandbox: typeof sandbox }

/** A catalogue of the server's texts in every language. They have placeholders, such as `{email}`, and no plurals. */
export function readTexts<Name extends keyof Catalogues>(name: Name): Localized<Catalogues[Name]> {
  return localize((language) => {
    const file = new URL(`../../../languages/${language}/${name}.json`, import.meta.url)
    return JSON.parse(readFileSync(file, 'utf8')) as Catalogues[Name]
  })
}

/** The text with its placeholders replaced; placeholders in values are not replaced. */
export function fillText(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  )
}

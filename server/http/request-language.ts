import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { defaultLanguage, isLanguage, languageCodes, type Language } from '#languages/languages.ts'

export type { Language } from '#languages/languages.ts'

/** A language as it is stored with an account: another release may have had more of them. */
export function toLanguage(stored: string): Language {
  return isLanguage(stored) ? stored : defaultLanguage
}

/** The language that the client prefers among ours, by its `Accept-Language`. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  return toLanguage(new Negotiator(request).language(languageCodes) ?? defaultLanguage)
}

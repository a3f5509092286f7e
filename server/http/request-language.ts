import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import {
  defaultLanguage,
  isLanguage,
  languageCodes,
  languageOfTag,
  type Language,
} from '#languages/languages.ts'

export type { Language } from '#languages/languages.ts'

type WithHeaders = Pick<FastifyRequest, 'headers'>

/** A language as it is stored with an account: another release may have had more of them. */
export function toLanguage(stored: string): Language {
  return isLanguage(stored) ? stored : defaultLanguage
}

/** The language that an API client prefers among ours. */
export function languageOf(request: WithHeaders): Language {
  return toLanguage(new Negotiator(request).language(languageCodes) ?? defaultLanguage)
}

/** The language of a page, as the client chooses it: the choice on this device, else the browser's first. */
export function readersLanguage(request: WithHeaders & Pick<FastifyRequest, 'cookies'>): Language {
  const chosen = request.cookies['lang']
  return isLanguage(chosen) ? chosen : languageOfTag(new Negotiator(request).language() ?? '')
}

/** How an answer may be compressed; browsers take brotli over https and on localhost only. */
export function encodingOf(request: WithHeaders): 'br' | 'gzip' | undefined {
  const accepted = new Negotiator(request).encodings(['br', 'gzip'])
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}

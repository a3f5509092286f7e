import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import {
  defaultLanguage,
  isLanguage,
  languageCodes,
  languageOfTag,
  toLanguage,
  type Language,
} from '#languages/languages.ts'

type WithHeaders = Pick<FastifyRequest, 'headers'>

/** The preferred language of an API client among ours. */
export function languageOf(request: WithHeaders): Language {
  return toLanguage(new Negotiator(request).language(languageCodes) ?? defaultLanguage)
}

/** The language of a page: the choice on this device, otherwise the browser's first. */
export function readersLanguage(request: WithHeaders & Pick<FastifyRequest, 'cookies'>): Language {
  const chosen = request.cookies['__Host-lang'] ?? request.cookies['lang']
  return isLanguage(chosen) ? chosen : languageOfTag(new Negotiator(request).language() ?? '')
}

/** Negotiates the compression of an answer. Browsers accept brotli over https and on localhost only. */
export function encodingOf(request: WithHeaders): 'br' | 'gzip' | undefined {
  const accepted = new Negotiator(request).encodings(['br', 'gzip'])
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}

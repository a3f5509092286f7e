import type { FastifyRequest } from 'fastify'

export type Language = 'en' | 'de'

/** Browsers send a handful; a header has room for thousands. */
const mostRanges = 20

/** A language as it is stored with an account. */
export function toLanguage(stored: string): Language {
  return stored === 'de' ? 'de' : 'en'
}

/** The language that the asking browser shows: the client sends it along. English for any other. */
export function languageOf(request: FastifyRequest): Language {
  const wanted = (request.headers['accept-language'] ?? '')
    .split(',', mostRanges)
    .map((range) => {
      const [tag = '', quality = 'q=1'] = range.split(';').map((part) => part.trim())
      return { language: tag.toLowerCase().split('-', 1)[0], weight: Number(quality.slice(2)) }
    })
    .filter(({ language, weight }) => (language === 'en' || language === 'de') && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return wanted[0]?.language === 'de' ? 'de' : 'en'
}

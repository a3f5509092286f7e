import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { isLanguage, languageOfTag, type Language } from '#languages/languages.ts'

/** As the client chooses by itself: what was chosen on this device, else the browser's first language. */
export function readersLanguage(request: FastifyRequest): Language {
  const chosen = request.cookies['lang']
  return isLanguage(chosen) ? chosen : languageOfTag(new Negotiator(request).language() ?? '')
}

export function acceptsBrotli(request: FastifyRequest): boolean {
  return new Negotiator(request).encoding(['br']) === 'br'
}

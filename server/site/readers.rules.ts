import type { FastifyRequest } from 'fastify'
import type { Language } from '#server/http/request-language.ts'

/** As the client chooses: what was chosen on this device, else German for a German browser. */
export function readersLanguage(request: FastifyRequest): Language {
  const isGerman = /^\s*de\b/i.test(request.headers['accept-language'] ?? '')
  return toLanguage(request.cookies['lang']) ?? (isGerman ? 'de' : 'en')
}

export function toLanguage(value: unknown): Language | undefined {
  return value === 'en' || value === 'de' ? value : undefined
}

export function acceptsBrotli(request: FastifyRequest): boolean {
  return /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
}

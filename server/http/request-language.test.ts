import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { languageOf } from '#server/http/request-language.ts'

test.each([
  ['de', 'de'],
  ['en', 'en'],
  ['DE-at', 'de'],
  ['de-DE,de;q=0.9,en;q=0.8', 'de'],
  ['en-GB, en; q=0.9, de;q=0.8', 'en'],
  ['en;q=0.5,de;q=0.7', 'de'],
  ['fr-FR,de;q=0.4', 'de'],
  ['de;q=0', 'en'],
  ['den', 'en'],
  ['fr', 'en'],
  ['*', 'en'],
  [',;q=,;;de;q=x', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('A browser that asks for %s gets %s', (header, language) => {
  const request = { headers: { 'accept-language': header } } as FastifyRequest
  expect(languageOf(request)).toBe(language)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual, promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Id, ShareKey } from '#contract/core/schemas.ts'
import { screens, sharePath } from '#contract/screens.ts'
import type { Services } from '#server/core/services.ts'
import { findSharedPrompt } from '#server/library/prompts/prompts.queries.ts'
import { readCookie } from '#server/http/cookies.ts'
import { encodingOf, readersLanguage } from '#server/http/request-language.ts'
import { visitorsAnswers } from '#server/http/site/answer-calls.ts'
import type { RenderingRequest } from '#server/http/site/render-in-thread.ts'
import { openSharedPromptRenderer } from '#server/http/site/render-shared-prompt.ts'

const compress = promisify(brotliCompress)
/** How long and how many pages are cached. The longest need 2 MB, and a second of processor time. */
const keptMs = 10_000
const keptPages = 20
// The highest quality takes a hundred times as long and saves another tenth.
const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }

type SharedPromptRequest = { Params: { id: string }; Querystring: { key?: unknown } }

/** Serves shared prompts as pages that are readable before their scripts run, in the language of the request. */
export function serveSharedPrompts(
  site: FastifyInstance,
  { config, db }: Services,
  webRoot: string,
): void {
  const renderer = openSharedPromptRenderer({
    program: pathToFileURL(join(webRoot, '../prerender/render-shared-prompt.js')).href,
    template: readFileSync(join(webRoot, 'shared-prompt.html'), 'utf8'),
  })
  site.addHook('onClose', renderer.close)
  const isVisitor = (request: FastifyRequest) =>
    readCookie(request, config, 'session') === undefined
  const render = (
    request: FastifyRequest<SharedPromptRequest>,
    answer: RenderingRequest['answer'],
  ) => {
    const address = config.baseUrl + sharePath(request.params.id, keyOf(request) ?? null)
    return renderer.render({
      language: readersLanguage(request),
      answer,
      address,
      contactEmail: config.contactEmail,
      answers: isVisitor(request) ? visitorsAnswers : {},
    })
  }
  /** A cached page is served only for an equal answer, so never after a prompt was changed or unshared. */
  const pages = new Map<string, { answer: RenderingRequest['answer']; page: Promise<Buffer> }>()
  const keep = (
    name: string,
    answer: RenderingRequest['answer'],
    make: () => Promise<Buffer>,
  ): Promise<Buffer> => {
    const known = pages.get(name)
    if (known && isDeepStrictEqual(known.answer, answer)) return known.page
    const kept = { answer, page: make() }
    const forget = () => {
      if (pages.get(name) === kept) pages.delete(name)
    }
    pages.delete(name)
    pages.set(name, kept)
    kept.page.then(() => setTimeout(forget, keptMs).unref(), forget)
    const oldest = pages.keys().next()
    if (pages.size > keptPages && !oldest.done) pages.delete(oldest.value)
    return kept.page
  }

  site.route<SharedPromptRequest>({
    method: ['GET', 'HEAD'],
    url: screens.sharedPrompt,
    handler: async (request, reply) => {
      const { id } = request.params
      const key = keyOf(request)
      const answer = await findAnswer(db, id, key)
      const language = readersLanguage(request)
      const isPacked = encodingOf(request) === 'br'
      const name = JSON.stringify([id, key, language, isPacked, isVisitor(request)])
      const page = await keep(name, answer, async () => {
        const html = await render(request, answer)
        return isPacked ? compress(html, { params }) : html
      })
      reply
        .code(answer.status === 'success' ? 200 : 404)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-language', language)
        .header('vary', 'Accept-Encoding, Accept-Language, Cookie')
      if (isPacked) reply.header('content-encoding', 'br')
      return reply.send(page)
    },
    // Sends readers a page instead of the API's JSON error.
    onSend: async (request, reply, payload) => {
      if (reply.statusCode < 500) return payload
      reply.type('text/html; charset=utf-8')
      return render(request, { status: 'error', code: 'unknown' })
    },
  })
}

/** Returns the well-formed key in a link. */
function keyOf({ query }: FastifyRequest<SharedPromptRequest>): string | undefined {
  // Checked first, because a schema takes longer to refuse a missing value.
  return query.key === undefined ? undefined : z.safeParse(ShareKey, query.key).data
}

/** Returns the API's answer for a shared prompt. */
async function findAnswer(
  db: Services['db'],
  givenId: string,
  key: string | undefined,
): Promise<RenderingRequest['answer']> {
  const { data: id } = z.safeParse(Id, givenId)
  const prompt = id && (await findSharedPrompt(db.main, id, key))
  if (!prompt) return { status: 'error', code: 'not_found' }
  return { status: 'success', ...prompt }
}

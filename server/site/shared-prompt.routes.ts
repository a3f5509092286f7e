import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Id } from '#contract/schemas.ts'
import type { Services } from '#server/core/services.ts'
import { encodingOf, readersLanguage } from '#server/http/request-language.ts'
import { openLongPromptRenderer } from '#server/site/render-long-prompt.ts'
import type { SharedPromptPage } from '#server/site/render-pages.ts'
import type { RenderingProgram, RenderingRequest } from '#server/site/render-in-thread.ts'
import { renderSharedPrompt } from '#server/site/render-shared-prompt.ts'
import { findSharedPrompt } from '#server/prompts/prompts.queries.ts'

/** In characters. A longer body is rendered beside the main thread; hardly any is. */
const longBody = 20_000

const compress = promisify(brotliCompress)
// The highest would take a hundred times as long for a tenth less.
const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }

/** Serves shared prompts as pages that can be read at once, in the reader's language. */
export async function serveSharedPrompts(
  site: FastifyInstance,
  { config, db }: Services,
  webRoot: string,
  pages: SharedPromptPage[],
): Promise<void> {
  // Of the client's build, since the markup is the client's.
  const program = pathToFileURL(join(webRoot, '../prerender/print-unfilled-text.js')).href
  const { printUnfilledText } = (await import(program)) as RenderingProgram
  const renderer = openLongPromptRenderer({ program, pages })
  site.addHook('onClose', renderer.close)
  const render = (page: SharedPromptPage, prompt: RenderingRequest['prompt']) =>
    prompt.body.length > longBody
      ? renderer.render({ page: pages.indexOf(page), prompt })
      : renderSharedPrompt(page, { ...prompt, text: printUnfilledText(prompt.body) })

  const pageFor = (request: FastifyRequest) => {
    const language = readersLanguage(request)
    const page = pages.find((page) => page.language === language)
    if (page === undefined) throw new Error(`Shared prompts were not rendered in ${language}.`)
    return page
  }

  site.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/prompt/shared/:id',
    handler: async (request, reply) => {
      const page = pageFor(request)
      const { data: id } = z.safeParse(Id, request.params.id)
      const prompt = id === undefined ? undefined : await findSharedPrompt(db.main, id)
      const html =
        prompt === undefined
          ? page.missing
          : await render(page, { ...prompt, address: `${config.baseUrl}/prompt/shared/${id}` })
      reply
        .code(prompt === undefined ? 404 : 200)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-language', page.language)
        .header('vary', 'Accept-Encoding, Accept-Language, Cookie')
      if (encodingOf(request) !== 'br') return reply.send(html)
      return reply.header('content-encoding', 'br').send(await compress(html, { params }))
    },
    // Where a prompt cannot be read from the database, the answer is for programs; this is for readers.
    onSend: async (request, reply, payload) => {
      if (reply.statusCode < 500) return payload
      reply.type('text/html; charset=utf-8')
      return pageFor(request).failed
    },
  })
}

import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { loginCheckCalls } from '#contract/accounts/login-check.ts'
import { screenAddress, screens } from '#contract/screens.ts'
import type { Services } from '#server/core/services.ts'
import { readCookie } from '#server/http/cookies.ts'
import { encodingOf, readersLanguage } from '#server/http/request-language.ts'
import { addAnswers, pathOf, type Answers } from '#server/http/site/add-answers.ts'
import type { AnswerCalls } from '#server/http/site/answer-calls.ts'
import { visitorScreens } from '#server/http/site/list-screens.ts'
import type { RenderedScreen } from '#server/http/site/render-documents.ts'

const compress = promisify(brotliCompress)
const checkPath = pathOf(loginCheckCalls.checkLogin)

type ScreenRequest = { Params: { type?: string }; Querystring: { plan?: unknown } }

/** Sends the rendered page of all addresses that are not found. */
export type SendNotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Serves the screens that were rendered at startup, with the answer of the login check. A user who is logged in is
 * redirected from those for visitors.
 *
 * @param sendShell sends the page that the client renders
 */
export function serveScreens(
  site: FastifyInstance,
  { config }: Services,
  rendered: RenderedScreen[],
  answerCalls: AnswerCalls,
  sendShell: (reply: FastifyReply, answers: Answers) => FastifyReply,
): SendNotFound {
  const compressed = new Map<RenderedScreen, Promise<Buffer>>()
  /** Compresses a screen for visitors once. */
  const compressScreen = (screen: RenderedScreen) => {
    const known = compressed.get(screen)
    if (known) return known
    const page = compress(addAnswers(screen.html, screen.answers))
    compressed.set(screen, page)
    page.catch(() => compressed.delete(screen))
    return page
  }

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    address: string | undefined,
    answers?: Answers,
  ) => {
    const language = readersLanguage(request)
    const screen = rendered.find(
      (screen) => screen.address === address && screen.language === language,
    )
    if (screen === undefined) throw new Error(`${address} was not rendered in ${language}.`)
    reply
      .type('text/html; charset=utf-8')
      .header('content-language', language)
      .header('vary', 'Accept-Encoding, Accept-Language, Cookie')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    const isPacked = encodingOf(request) === 'br'
    if (isPacked) reply.header('content-encoding', 'br')
    if (isPacked && answers === undefined) return reply.send(await compressScreen(screen))
    const html = addAnswers(screen.html, { ...screen.answers, ...answers })
    return reply.send(isPacked ? await compress(html, { params: quick }) : html)
  }

  for (const url of Object.keys(visitorScreens) as (keyof typeof visitorScreens)[]) {
    site.route<ScreenRequest>({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        // After a login, the back button must not show it.
        reply.header('cache-control', 'no-store')
        const { isLoggedIn, answers } = await answerCalls(request, reply)
        if (isLoggedIn === false) return send(request, reply, url)
        const isForClient =
          // Only the client knows the address to return to, or can keep the plan.
          readCookie(request, config, 'connect') !== undefined ||
          (url === screens.register && request.query.plan !== undefined)
        if (isLoggedIn && !isForClient) return reply.redirect(screens.library, 303)
        return sendShell(reply, answers)
      },
    })
  }

  site.route({
    method: ['GET', 'HEAD'],
    url: screens.verifyEmail,
    handler: (request, reply) => send(request, reply, screens.verifyEmail),
  })

  const sendNotFound: SendNotFound = (request, reply) => send(request, reply.code(404), undefined)
  site.route<ScreenRequest>({
    method: ['GET', 'HEAD'],
    url: screens.page,
    handler: async (request, reply) => {
      const address = screenAddress(screens.page, { type: request.params.type ?? '' })
      if (!rendered.some((screen) => screen.address === address))
        return sendNotFound(request, reply)
      if (readCookie(request, config, 'session') === undefined) return send(request, reply, address)
      reply.header('cache-control', 'no-store')
      const { answers } = await answerCalls(request, reply)
      // If the check failed, the client repeats it.
      return send(request, reply, address, { [checkPath]: undefined, ...answers })
    },
  })
  return sendNotFound
}

/** A page for one request: the highest quality takes a hundred times as long and saves another tenth. */
const quick = { [constants.BROTLI_PARAM_QUALITY]: 4 }

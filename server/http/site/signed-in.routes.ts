import type { FastifyInstance, FastifyReply } from 'fastify'
import { screens } from '#contract/screens.ts'
import { readersLanguage } from '#server/http/request-language.ts'
import { addAnswers } from '#server/http/site/add-answers.ts'
import type { AnswerCalls } from '#server/http/site/answer-calls.ts'
import type { Build } from '#server/http/site/list-built-files.ts'
import { addPreloads } from '#server/http/site/list-preloads.ts'

/**
 * Serves the screens behind the login, with the answers of their first calls. Redirects visitors to the login.
 *
 * @param page the page that the client renders
 */
export function serveSignedIn(
  site: FastifyInstance,
  page: string,
  build: Build | undefined,
  answerCalls: AnswerCalls,
  sendPage: (reply: FastifyReply, page: string) => FastifyReply,
): void {
  for (const url of [screens.library, screens.trash, screens.plans, screens.profile]) {
    site.route<{ Querystring: { folderId?: string } }>({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        // After a logout, the back button must not show it.
        reply.header('cache-control', 'no-store').header('vary', 'Accept-Language, Cookie')
        const others = url === screens.profile ? (['getProfile'] as const) : []
        const { isLoggedIn, answers } = await answerCalls(request, reply, others)
        if (isLoggedIn === false) return reply.redirect(screens.login, 303)
        const answered = addAnswers(page, answers)
        if (url !== screens.library) return sendPage(reply, answered)
        const { folderId } = request.query
        return sendPage(reply, addPreloads(answered, build, readersLanguage(request), folderId))
      },
    })
  }
}

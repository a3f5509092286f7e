import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Profile } from '#contract/accounts/profile.ts'
import { calls } from '#contract/calls.ts'
import { screens, shellPath } from '#contract/screens.ts'
import { localize } from '#languages/languages.ts'
import { readersLanguage } from '#server/http/request-language.ts'
import { addAnswers, pathOf } from '#server/http/site/add-answers.ts'
import type { AnswerCalls, DocumentCall } from '#server/http/site/answer-calls.ts'
import type { Build } from '#server/http/site/list-built-files.ts'
import { addListCalls, addPreloads } from '#server/http/site/list-preloads.ts'
import { signedInScreens } from '#server/http/site/list-screens.ts'
import type { RenderedScreen } from '#server/http/site/render-documents.ts'

/** What a screen needs for its first paint, beyond the first script and the texts that every screen needs. */
const needs: Record<
  (typeof signedInScreens)[number],
  { modules: string[]; texts: string[]; answers: DocumentCall[] }
> = {
  [screens.library]: { modules: [], texts: [], answers: ['getProfile'] },
  [screens.trash]: {
    modules: ['web/screens/trash/trash-screen.tsx'],
    texts: ['history'],
    answers: [],
  },
  [screens.plans]: {
    modules: ['web/screens/plans/plans-screen.tsx'],
    texts: ['plans'],
    answers: [],
  },
  [screens.profile]: {
    modules: ['web/screens/profile/profile-screen.tsx'],
    texts: ['accounts', 'plans'],
    answers: [
      'getProfile',
      'listSessions',
      'listActivity',
      'listTokens',
      'listApps',
      'getMyValues',
      'listFactors',
      'listModels',
    ],
  },
}

/** What reads the stored copy, which the shell shows. */
const copyCode = 'web/library/copy/follow-library.ts'

/** A new library shows samples. */
const samples = { module: 'web/prompts/starter/first-steps.tsx', below: 3 }

/**
 * Serves the screens for logged-in users: their frames, with the answers of their first calls. Redirects visitors to the
 * login. At `shellPath`, serves the frame of the library to anyone.
 *
 * @param shell the page that the client renders, without a frame
 */
export function serveSignedIn(
  site: FastifyInstance,
  shell: string,
  rendered: readonly RenderedScreen[],
  build: Build | undefined,
  answerCalls: AnswerCalls,
  sendPage: (reply: FastifyReply, page: string) => FastifyReply,
): void {
  for (const url of signedInScreens) {
    const { modules, texts, answers: others } = needs[url]
    const pages = localize((language) => {
      const frame = rendered.find((one) => one.address === url && one.language === language)
      const page = (frame?.html ?? shell).replaceAll(
        /<(?:script type="module"|link rel="modulepreload")/g,
        (tag) => `${tag} fetchpriority="low"`,
      )
      return build ? addPreloads(page, build, language, modules, ['library', ...texts]) : page
    })
    if (url === screens.library) {
      site.get(shellPath, (request, reply) => {
        reply.header('vary', 'Accept-Language, Cookie')
        const language = readersLanguage(request)
        const page = build
          ? addPreloads(pages[language], build, language, [copyCode], [])
          : pages[language]
        return sendPage(reply, addAnswers(page, {}))
      })
    }
    site.route<{ Querystring: { folderId?: string } }>({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        // After a logout, the back button must not show it.
        reply.header('cache-control', 'no-store').header('vary', 'Accept-Language, Cookie')
        const { isLoggedIn, answers } = await answerCalls(request, reply, others)
        if (isLoggedIn === false) return reply.redirect(screens.login, 303)
        // The check has failed: the page is blank until the client has repeated it.
        if (isLoggedIn === undefined) return sendPage(reply, addAnswers(shell, answers))
        const language = readersLanguage(request)
        const page = addAnswers(pages[language], answers)
        if (url !== screens.library || !build) return sendPage(reply, page)
        const { folderId } = request.query
        const library = addListCalls(page, folderId)
        const { usage } = (answers[pathOf(calls.getProfile)] ?? {}) as Partial<Profile>
        const items = usage ? usage.prompts + usage.folders : Infinity
        if (folderId !== undefined || items >= samples.below) return sendPage(reply, library)
        // A language that is being translated may have no samples yet.
        const modules = [samples.module, `web/prompts/starter/${language}.ts`].filter(build.has)
        const preloaded = addPreloads(library, build, language, modules, ['shelf'])
        // The frame has no cards then.
        const marked = items > 0 ? preloaded : preloaded.replace('<html', '<html data-new')
        return sendPage(reply, marked)
      },
    })
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screenAddress, screens } from '#contract/screens.ts'
import { localize, type Localized } from '#languages/languages.ts'
import { toStaticPage } from '#server/calls/pages.operations.ts'
import type { Services } from '#server/core/services.ts'
import type { Answers } from '#server/http/site/add-answers.ts'
import { visitorsAnswers } from '#server/http/site/answer-calls.ts'
import { describePage } from '#server/http/site/describe-page.ts'
import { readBuild } from '#server/http/site/list-built-files.ts'
import { markLacks } from '#server/http/site/server-lacks.ts'

/** What `render-documents.tsx` needs to render a screen. */
export type ScreenInput = {
  /** Undefined: the page for all addresses that are not found. */
  address?: string
  template: string
  /** By language: the screen's scripts and texts, separated by spaces. Missing: they are in `head`. */
  files?: Localized<string>
  /** By language: HTML for the `<head>`. */
  head?: Localized<string>
  /** What visitors get. */
  answers: Answers
  /** Whether it is for logged-in users: only its frame is rendered, the same for all of them. */
  isFrame?: true
}

/** The screens that a user who is logged in is redirected from, by their addresses, with their modules. */
export const visitorScreens = {
  [screens.login]: 'web/screens/login/login-screen.tsx',
  [screens.register]: 'web/screens/register/register-screen.tsx',
  [screens.forgotPassword]: 'web/screens/forgot-password/forgot-password-screen.tsx',
  [screens.resetPassword]: 'web/screens/reset-password/reset-password-screen.tsx',
} as const

/** The screens for logged-in users. */
export const signedInScreens = [screens.library, screens.trash, screens.plans, screens.profile]

/** Lists the screens that the server renders, or none if the client was built without a manifest. */
export function listScreens(
  webRoot: string,
  { config, pages }: Pick<Services, 'config' | 'pages'>,
): ScreenInput[] {
  const build = readBuild(webRoot)
  if (build === undefined) return []
  const built = markLacks(readFileSync(join(webRoot, 'public.html'), 'utf8'), config)
  const parts = (modules: string[], texts: string[]) => {
    const { scripts, styles } = build.filesOf(modules, built)
    const links = styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`)
    return {
      template: built.replace('</head>', () => `${links.join('')}</head>`),
      files: localize((language) =>
        [...scripts, ...build.textsOf(language, ['library', ...texts])].join(' '),
      ),
    }
  }
  const shell = markLacks(readFileSync(join(webRoot, 'index.html'), 'utf8'), config)
  return [
    ...signedInScreens.map((address) => ({
      address,
      template: shell,
      answers: {},
      isFrame: true as const,
    })),
    { ...parts([], []), answers: {} },
    ...Object.entries(visitorScreens).map(([address, module]) => ({
      address,
      ...parts(['web/shell/layouts/auth-layout.tsx', module], ['accounts']),
      answers: visitorsAnswers,
    })),
    {
      address: screens.verifyEmail,
      ...parts(['web/screens/verify-email/verify-email-screen.tsx'], ['accounts']),
      answers: {},
    },
    ...[...pages].map(([type, page]) => {
      const address = screenAddress(screens.page, { type })
      const modules = ['web/shell/layouts/public-layout.tsx', 'web/screens/page/page-screen.tsx']
      const { template, files } = parts(modules, ['pages'])
      return {
        address,
        // Replaced by the page's own.
        template: template.replace(/<meta\s+name="description"[^>]*>\s*/, ''),
        files,
        head: localize((language) => describePage(page[language])),
        answers: { ...visitorsAnswers, [`/api${address}`]: toStaticPage(page) },
      }
    }),
  ]
}

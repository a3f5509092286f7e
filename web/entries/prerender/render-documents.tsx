// Built for the server, which runs this at startup: only the server has its plans, its pages and its address.
import { StrictMode } from 'react'
import { json } from 'node:stream/consumers'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { screens } from '#contract/screens.ts'
import { languageCodes, type Language } from '#languages/languages.ts'
import { addFirstAnswers, dropFirstAnswers } from '#web/api/first-answers.ts'
import { renderWithout } from '#web/api/server-has.ts'
import { framed, notFound, publicRoutes } from '#web/entries/app/public-routes.tsx'
import { readRouted } from '#web/entries/app/read-routed.ts'
import { queryClient } from '#web/shell/connection/query-client.ts'
import { beginWithMessages, loadCatalogues } from '#web/ui/messages/messages.ts'
import { fillTemplate } from './fill-template.ts'
import { frameOf } from './frames.tsx'
import { renderLanding, type LandingInput } from './render-landing.tsx'

type ScreensInput = {
  /** What the server lacks, as in the `<body>`. */
  lacks: Record<string, string>
  screens: ScreenInput[]
}
type ScreenInput = {
  /** Undefined: the page for all addresses that are not found. */
  address?: string
  template: string
  /** By language: the screen's scripts and texts, separated by spaces. Missing: the template has them. */
  files?: Record<Language, string>
  /** By language: HTML for the `<head>`. */
  head?: Record<Language, string>
  /** By path, answers of calls that the screen shows. */
  answers: Record<string, unknown>
  /** Whether it is for logged-in users: only its frame is rendered. */
  isFrame?: true
}
type RenderedScreen = { address?: string; language: Language; html: string }

/** What this tab keeps for a screen, by its key. The screen then differs from the server's, and waits for its scripts. */
const tabKeys: Record<string, string> = {
  [screens.login]: 'draft first-dialog pending-login prompt-to-save return-address',
  [screens.register]: 'prompt-to-save return-address',
}

const input = (await json(process.stdin)) as { landing: LandingInput } & ScreensInput
const landing = await renderLanding(input.landing)
process.stdout.write(JSON.stringify({ landing, screens: await renderScreens(input) }))

/** Renders screens of the app, each in every language. */
async function renderScreens({ lacks, screens }: ScreensInput): Promise<RenderedScreen[]> {
  renderWithout(lacks)
  const rendered = []
  for (const language of languageCodes) {
    const messages = await loadCatalogues(language, [
      'shell',
      'accounts',
      'history',
      'pages',
      'plans',
    ])
    beginWithMessages({ language, messages })
    for (const { address, template, files, head, answers, isFrame } of screens) {
      dropFirstAnswers()
      addFirstAnswers(answers)
      const routes =
        address === undefined ? [notFound] : isFrame ? [frameOf(address)] : publicRoutes()
      const initialEntries = [address ?? '/']
      const router = createMemoryRouter([framed(routes)], { initialEntries })
      const { errors } = await readRouted(router)
      if (errors) throw new Error(`Failed to load ${address}.`, { cause: Object.values(errors)[0] })
      const body = renderToString(
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
      )
      router.dispose()
      queryClient.clear()
      const attributes = {
        ...(files && { files: files[language] }),
        ...(address === undefined && { missing: '' }),
        ...(address !== undefined && address in tabKeys && { 'tab-keys': tabKeys[address] ?? '' }),
      }
      const page = { language, attributes, isFrame, head: head?.[language] ?? '', body }
      rendered.push({
        ...(address !== undefined && { address }),
        language,
        html: fillTemplate(template, page),
      })
    }
  }
  return rendered
}

import { palette } from '#contract/core/colors.ts'
import type { Language } from '#languages/languages.ts'
import { textsOf } from '#tests/journeys/support/texts.ts'
import * as s from './steps.ts'

type Folders = { folders: { id: string; name: string }[] }

/** The library in its states, in a language and at a width. */
export function libraryScreensOf(language: Language, width: number): s.Screen[] {
  const { library: words, selection, shell } = textsOf[language]
  const { askToCard, isPhone } = s.stepsFor(language, width)
  const openLaunches = s.to(({ launches }) => `/prompts?folderId=${launches}`)
  const search = s.role('textbox', { name: words.search.label })
  return [
    ...s.screensFor('reader', {
      library: [
        s.library,
        // With everything that follows the first paint: the sidebar's folders, and counts.
        (page) => page.waitForLoadState('networkidle'),
      ],
      'library-server-away': [
        s.library,
        (page) => page.route('**/api/health', (route) => route.abort('connectionrefused')),
        (page) => page.evaluate(() => window.dispatchEvent(new Event('offline'))),
        s.see(s.css('[role="status"]:popover-open')),
      ],
      'library-root': [s.to('/prompts'), s.see(s.role('link', { name: 'Marketing' }))],
      'library-many-folders': [
        s.changes('folders/list', showSixty),
        openLaunches,
        // On a phone, they would fill the screen.
        s.see(s.nth(59, s.inside(s.role('main'), s.role('link')))),
      ],
      'library-hover': [
        s.library,
        (page) => page.getByRole('article').filter({ hasText: 'Five subject lines' }).hover(),
      ],
      'library-selected': [
        s.library,
        // On a phone, the checkboxes appear with the first long press, or with this key.
        async (page) => {
          const cards = page.getByRole('article').getByRole('heading').getByRole('button')
          await page.locator('article [data-select]').first().waitFor({ state: 'attached' })
          await cards.nth(0).press('x')
          await cards.nth(2).press('x')
        },
      ],
      'library-list': [
        s.library,
        ...(isPhone ? [] : [s.press(s.role('button', { name: selection.view.rows }))]),
        (page) => page.mouse.move(0, 0),
      ],
      sidebar: [
        s.library,
        ...(width < 1024 ? [s.press(s.role('button', { name: shell.menu }))] : []),
      ],
      'empty-folder': [
        s.library,
        s.press(s.role('link', { name: 'Drafts' })),
        (page) => page.getByRole('heading', { name: 'Drafts' }).waitFor({ state: 'attached' }),
        s.see(s.role('heading', { level: 2 })),
      ],
      skeleton: [
        s.neverAnswers('folders/list'),
        openLaunches,
        s.see(s.css('#root > :not([inert]) [aria-busy]')),
      ],
      'library-before-scripts': [s.withoutScripts, s.to('/prompts')],
    }),
    ...s.screensFor('difficult', {
      'deep-folder': [
        s.to(({ deepest }) => `/prompts?folderId=${deepest}`),
        s.see(s.role('heading', { level: 2 })),
        // There is no menu if the whole path fits, nor on a phone, which shows no path.
        ...(width < 1024 && !isPhone
          ? [s.press((page) => page.getByRole('navigation').last().getByRole('button'))]
          : []),
      ],
      'difficult-names': [s.to('/prompts'), s.see(s.role('article'))],
      'difficult-names-move': [
        s.to('/prompts'),
        askToCard(words.actions.move, ''),
        s.check(s.inDialog(s.nth(3, s.role('radio')))),
      ],
    }),
    ...s.screensFor('reader', {
      search: [s.library, s.type(search, 'pro'), s.see(s.text('Marketing / Product launches'))],
      'search-nothing': [
        s.library,
        s.type(search, 'nowhere to be found'),
        s.see(s.text('nowhere to be found')),
      ],
    }),
  ]
}

/** Repeats the folders of a level in every colour. */
function showSixty({ folders, ...answer }: Folders): Folders {
  const sixty = Array.from({ length: 60 }, (_, at) => ({
    ...folders[at % folders.length]!,
    id: `${folders[at % folders.length]?.id}-${at}`,
    color: palette[at % palette.length],
  }))
  return { ...answer, folders: sixty }
}

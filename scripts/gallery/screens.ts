import type { Page, Route } from '@playwright/test'
import { palette } from '#contract/colors.ts'
import type { Language } from '#languages/languages.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'
import { accountScreensOf } from './account-screens.ts'

export type Demo = {
  launches: string
  promptIds: Map<string, string>
  /** A deeply nested folder of the difficult library. */
  deepest: string
}

/** How to open a screen, by default on a signed-in page. */
export type Screen = {
  name: string
  /** On a signed-out page, or signed in to the library of difficult names. */
  isVisitor?: boolean
  isDifficult?: boolean
  open: (page: Page, demo: Demo) => Promise<void>
}

const launch = 'Launch announcement'

/** Every screen and dialog, in a language. */
export function screensOf(language: Language, width: number): Screen[] {
  const { accounts, editor, library: words, prompt, shell } = textsOf[language]
  const folderActions = (name: string) => fill(words.folder.actions, { name }, language)
  const promptActions = (name: string) => fill(words.prompt.actions, { name }, language)
  const isPhone = width === 375
  const askToFolder = async (page: Page, action: string, name: string) => {
    await page.getByRole('button', { name: folderActions(name) }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const askToPrompt = async (page: Page, action: string) => {
    const card = page.getByRole('article').filter({ hasText: launch })
    if (isPhone) {
      await card.getByRole('button', { name: promptActions(launch) }).click()
      await page.getByRole('menuitem', { name: action }).click()
    } else {
      await card.hover()
      await card.getByRole('button', { name: action, exact: true }).click()
    }
  }
  const make = async (page: Page, action: string) => {
    if (!isPhone) return page.getByRole('button', { name: action }).first().click()
    await page.getByRole('button', { name: words.add, exact: true }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  return [
    { name: 'landing', isVisitor: true, open: (page) => visit(page, '/') },
    { name: 'login', isVisitor: true, open: (page) => visit(page, '/login') },
    {
      name: 'login-error',
      isVisitor: true,
      open: async (page) => {
        await page.goto('/login')
        await page.getByRole('button', { name: accounts.login.submit, exact: true }).click()
      },
    },
    {
      name: 'register',
      isVisitor: true,
      open: (page) => visit(page, '/register'),
    },
    {
      name: 'register-error',
      isVisitor: true,
      open: async (page) => {
        await page.goto('/register')
        await page.getByRole('textbox').first().fill('no address')
        await page.locator('button[type=submit]').click()
      },
    },
    {
      name: 'forgot-password-sent',
      isVisitor: true,
      open: async (page) => {
        await page.goto('/forgot-password/link')
        await page.getByRole('textbox').fill('unknown@example.org')
        await page.locator('button[type=submit]').click()
        await page.getByRole('status').waitFor()
      },
    },
    {
      name: 'reset-password',
      isVisitor: true,
      open: async (page) => {
        await page.route('**/api/fp/**', (route) =>
          route.fulfill({ json: { status: 'success', userEmail: 'reader@example.org' } }),
        )
        await visit(page, '/forgot-password/reset/token')
      },
    },
    {
      name: 'not-found',
      isVisitor: true,
      open: (page) => visit(page, '/no/such/page'),
    },
    {
      name: 'error',
      isVisitor: true,
      open: async (page) => {
        await page.route('**/api/page/terms', (route) => route.fulfill({ status: 500, body: '' }))
        await page.goto('/page/terms')
        await page.getByRole('heading', { level: 1 }).waitFor()
      },
    },
    {
      name: 'unreachable',
      isVisitor: true,
      open: async (page) => {
        await page.route('**/api/**', (route) => route.abort('connectionrefused'))
        await page.goto('/prompts')
        await page.getByRole('heading', { level: 1 }).waitFor()
      },
    },
    { name: 'faq', isVisitor: true, open: (page) => visit(page, '/page/faq') },
    {
      name: 'privacy-policy',
      isVisitor: true,
      open: (page) => visit(page, '/page/privacy-policy'),
    },
    {
      name: 'shared-prompt',
      isVisitor: true,
      open: async (page, { promptIds }) => {
        await page.goto(`/prompt/shared/${promptIds.get(launch)}`)
        await page.getByRole('textbox', { name: 'product' }).fill('Lumen')
      },
    },
    {
      name: 'shared-prompt-before-scripts',
      isVisitor: true,
      open: async (page, { promptIds }) => {
        await page.route('**/assets/*.js', (route) => route.abort())
        await visit(page, `/prompt/shared/${promptIds.get(launch)}`)
      },
    },
    {
      name: 'shared-prompt-gone',
      isVisitor: true,
      open: (page) => visit(page, '/prompt/shared/gone'),
    },
    {
      name: 'shared-prompt-copied',
      isVisitor: true,
      open: async (page, { promptIds }) => {
        await page.goto(`/prompt/shared/${promptIds.get(launch)}`)
        await page.getByRole('textbox', { name: 'product' }).fill('Lumen')
        await page.getByRole('button', { name: prompt.fillIn.copy }).click()
        await page.getByRole('alert').waitFor()
      },
    },
    { name: 'library', open: library },
    {
      name: 'library-server-away',
      open: async (page, demo) => {
        await library(page, demo)
        await page.route('**/api/health', (route) => route.abort('connectionrefused'))
        await page.evaluate(() => window.dispatchEvent(new Event('offline')))
        await page.locator('[role="status"]:popover-open').waitFor()
      },
    },
    {
      name: 'library-root',
      open: async (page) => {
        await page.goto('/prompts')
        await page.getByRole('link', { name: 'Marketing' }).waitFor()
      },
    },
    {
      name: 'library-many-folders',
      open: async (page, { launches }) => {
        await page.route('**/api/folders/list*', showSixty)
        await page.goto(`/prompts?folderId=${launches}`)
        // On a phone, they would fill the screen.
        await page.getByRole('main').getByRole('link').nth(59).waitFor()
      },
    },
    {
      name: 'library-hover',
      open: async (page, demo) => {
        await library(page, demo)
        await page.getByRole('article').filter({ hasText: 'Five subject lines' }).hover()
      },
    },
    {
      name: 'sidebar',
      open: async (page, demo) => {
        await library(page, demo)
        if (width < 1024) await page.getByRole('button', { name: shell.openMenu }).click()
      },
    },
    {
      name: 'empty-folder',
      open: async (page, demo) => {
        await library(page, demo)
        await page.getByRole('link', { name: 'Drafts' }).click()
        await page.getByRole('heading', { name: 'Drafts' }).waitFor({ state: 'attached' })
        await page.getByRole('heading', { level: 2 }).waitFor()
      },
    },
    {
      name: 'skeleton',
      open: async (page, { launches }) => {
        await page.route('**/api/folders/list*', neverAnswer)
        await page.goto(`/prompts?folderId=${launches}`)
        await page.locator('#root > :not([inert]) [aria-busy]').waitFor()
      },
    },
    {
      name: 'library-before-scripts',
      open: async (page) => {
        await page.route('**/assets/*.js', (route) => route.abort())
        await page.goto('/prompts')
      },
    },
    {
      name: 'deep-folder',
      isDifficult: true,
      open: async (page, { deepest }) => {
        await page.goto(`/prompts?folderId=${deepest}`)
        await page.getByRole('heading', { level: 2 }).waitFor()
        // There is no menu if the whole path fits.
        if (width < 1024) await page.getByRole('navigation').last().getByRole('button').click()
      },
    },
    {
      name: 'difficult-names',
      isDifficult: true,
      open: async (page) => {
        await page.goto('/prompts')
        await page.getByRole('article').first().waitFor()
      },
    },
    {
      name: 'difficult-names-move',
      isDifficult: true,
      open: async (page) => {
        await page.goto('/prompts')
        const card = page.getByRole('article').first()
        await card.waitFor()
        if (isPhone) {
          await card.getByRole('button', { name: promptActions('').trim() }).click()
          await page.getByRole('menuitem', { name: words.actions.move }).click()
        } else {
          await card.hover()
          await card.getByRole('button', { name: words.actions.move, exact: true }).click()
        }
        await dialog(page).getByRole('radio').nth(3).check()
      },
    },
    {
      name: 'search',
      open: async (page, demo) => {
        await library(page, demo)
        await page.getByRole('textbox', { name: words.search.label }).fill('pro')
        await page.getByText('Marketing / Product launches').first().waitFor()
      },
    },
    {
      name: 'search-nothing',
      open: async (page, demo) => {
        await library(page, demo)
        await page.getByRole('textbox', { name: words.search.label }).fill('nowhere to be found')
        await page.getByText('nowhere to be found').waitFor()
      },
    },
    {
      name: 'menu',
      open: async (page, demo) => {
        await library(page, demo)
        await page.getByRole('button', { name: folderActions('Press') }).click()
      },
    },
    {
      name: 'create-folder',
      open: async (page, demo) => {
        await library(page, demo)
        await make(page, words.createFolder)
        await dialog(page).waitFor()
      },
    },
    {
      name: 'update-folder',
      open: async (page, demo) => {
        await library(page, demo)
        await askToFolder(page, words.actions.edit, 'Press')
        await dialog(page).waitFor()
      },
    },
    {
      name: 'delete-folder',
      open: async (page, demo) => {
        await library(page, demo)
        await askToFolder(page, words.actions.delete, 'Social media')
        await dialog(page).getByText('3').first().waitFor()
        await dialog(page).getByRole('textbox').fill('1')
        await page.keyboard.press('Enter')
      },
    },
    {
      name: 'create-prompt',
      open: async (page, demo) => {
        await library(page, demo)
        await make(page, words.addPrompt)
        await dialog(page).getByRole('textbox', { name: words.prompt.body, exact: true }).waitFor()
      },
    },
    {
      name: 'update-prompt',
      open: async (page, demo) => {
        await library(page, demo)
        await askToPrompt(page, words.actions.edit)
        await dialog(page).getByRole('switch', { name: words.prompt.addNotes }).waitFor()
        await dialog(page).getByRole('textbox', { name: words.prompt.body, exact: true }).waitFor()
      },
    },
    {
      name: 'update-prompt-loading',
      open: async (page, demo) => {
        await page.route('**/api/prompts/get?*', neverAnswer)
        await library(page, demo)
        await askToPrompt(page, words.actions.edit)
        await dialog(page).locator('[aria-busy]').waitFor()
      },
    },
    {
      name: 'add-variable',
      open: async (page, demo) => {
        await library(page, demo)
        await askToPrompt(page, words.actions.edit)
        await dialog(page).getByRole('textbox', { name: words.prompt.body, exact: true }).click()
        await page.keyboard.press('Control+Home')
        await page.keyboard.press('Control+ArrowRight')
        await page.keyboard.press('Control+ArrowRight')
        await page.keyboard.press('Control+Shift+ArrowRight')
        await page.getByRole('button', { name: prompt.editor.addVariable }).waitFor()
      },
    },
    {
      name: 'variable-settings',
      open: async (page, demo) => {
        await library(page, demo)
        await askToPrompt(page, words.actions.edit)
        await dialog(page).locator('[data-settings="tone"]').click()
        await dialog(page).getByRole('textbox', { name: editor.settings.help }).waitFor()
      },
    },
    {
      name: 'unsaved',
      open: async (page, demo) => {
        await library(page, demo)
        await make(page, words.addPrompt)
        await dialog(page).getByRole('textbox').first().fill('A title')
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').nth(1).waitFor()
      },
    },
    {
      name: 'delete-prompt',
      open: async (page, demo) => {
        await library(page, demo)
        await askToPrompt(page, words.actions.delete)
        await dialog(page).waitFor()
      },
    },
    {
      name: 'move-prompt',
      open: async (page, demo) => {
        await library(page, demo)
        await askToPrompt(page, words.actions.move)
        await dialog(page)
          .getByRole('radio', { name: /Marketing/ })
          .check()
      },
    },
    {
      name: 'view-prompt',
      open: async (page, demo) => {
        await library(page, demo)
        await page.getByRole('button', { name: launch, exact: true }).click()
        const product = dialog(page).getByRole('textbox', { name: 'product' })
        await product.fill('Lumen, a desk lamp that follows the sun')
        await product.press('Enter')
        await page.keyboard.type('people who work from home')
      },
    },
    {
      name: 'view-prompt-code',
      open: async (page, demo) => {
        await library(page, demo)
        await page.getByRole('button', { name: 'Code review with severity', exact: true }).click()
        await dialog(page).getByRole('textbox', { name: 'language' }).waitFor()
      },
    },
    {
      name: 'view-prompt-needed',
      open: async (page, demo) => {
        await library(page, demo)
        const name = 'Antwort auf eine Kundenbeschwerde'
        await page.getByRole('button', { name, exact: true }).click()
        await dialog(page).getByRole('button', { name: prompt.fillIn.copy }).click()
        await dialog(page)
          .getByText(fill(prompt.fillIn.needed, { names: 'Beschwerde' }, language))
          .waitFor()
      },
    },
    {
      name: 'plan-limit',
      open: async (page, demo) => {
        await page.route('**/api/folders/create', (route) =>
          route.fulfill({
            status: 403,
            json: { status: 'error', code: 'subscription_missing', msg: '' },
          }),
        )
        await library(page, demo)
        await make(page, words.createFolder)
        await dialog(page).getByRole('textbox').fill('Campaigns')
        await dialog(page).getByRole('button', { name: words.folder.create, exact: true }).click()
        await dialog(page).getByRole('link').waitFor()
      },
    },
    ...accountScreensOf(language),
  ]
}

async function library(page: Page, demo: Demo) {
  await page.goto(`/prompts?folderId=${demo.launches}`)
  await page.getByRole('heading', { name: launch }).waitFor()
}

async function visit(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

function dialog(page: Page) {
  return page.getByRole('dialog').first()
}

/** Repeats the folders of a level in every colour. */
async function showSixty(route: Route) {
  const response = await route.fetch()
  const answer = (await response.json()) as { folders: { id: string; name: string }[] }
  const folders = Array.from({ length: 60 }, (_, at) => {
    const folder = answer.folders[at % answer.folders.length]
    return { ...folder, id: `${folder?.id}-${at}`, color: palette[at % palette.length] }
  })
  await route.fulfill({ response, json: { ...answer, folders } })
}

function neverAnswer() {}

import type { Locator, Page } from '@playwright/test'
import type { Language } from '#languages/languages.ts'
import { fill, textsOf } from '#tests/journeys/support/texts.ts'

export type Demo = {
  launches: string
  promptIds: Map<string, string>
  /** A deeply nested folder of the difficult library. */
  deepest: string
}

/** Logged out, or logged in to the demo library, one with difficult names, or an empty one. */
export type Who = 'visitor' | 'reader' | 'difficult' | 'newcomer'

export type Step = (page: Page, demo: Demo) => Promise<unknown>

/** How to open a screen. */
export type Screen = { name: string; who: Who; open: (page: Page, demo: Demo) => Promise<void> }

/** Finds something on a page or in an area. A step that uses it takes the first match. */
type Find = (area: Page | Locator) => Locator

export const launch = 'Launch announcement'

/** Screens of one kind of user: their names, and the steps that lead to each. */
export function screensFor(who: Who, screens: Record<string, Step[]>): Screen[] {
  return Object.entries(screens).map(([name, steps]) => ({
    name,
    who,
    open: async (page, demo) => {
      for (const step of steps) await step(page, demo)
    },
  }))
}

export const role =
  (...[name, options]: Parameters<Page['getByRole']>): Find =>
  (area) =>
    area.getByRole(name, options)
export const button = (name: string) => role('button', { name, exact: true })
export const text =
  (words: string): Find =>
  (area) =>
    area.getByText(words)
export const label =
  (words: string): Find =>
  (area) =>
    area.getByLabel(words)
export const css =
  (selector: string): Find =>
  (area) =>
    area.locator(selector)
export const nth =
  (at: number, find: Find): Find =>
  (area) =>
    find(area).nth(at)
export const inside =
  (outer: Find, find: Find): Find =>
  (area) =>
    find(outer(area).first())
/** An open dialog, also one that asks a question. */
export const dialog = css('dialog[open]')
export const inDialog = (find: Find) => inside(dialog, find)

export const to =
  (path: string | ((demo: Demo) => string)): Step =>
  (page, demo) =>
    page.goto(typeof path === 'string' ? path : path(demo))
export const see =
  (find: Find): Step =>
  (page) =>
    find(page).first().waitFor()
/** Waits for something in an open dialog, by default for the dialog. */
export const seeDialog = (find?: Find) => see(find ? inDialog(find) : dialog)
/** Waits for a message of a form or screen; an empty alert is always there. */
export const seeAlert: Step = (page) =>
  page.getByRole('alert').filter({ hasText: /./ }).first().waitFor()
export const seeInvalid = see(css('[aria-invalid=true]'))
export const press =
  (what: string | Find): Step =>
  (page) =>
    (typeof what === 'string' ? button(what) : what)(page).first().click()
/** Presses Enter on an element that a mouse would have to hover over first. */
export const enter =
  (find: Find): Step =>
  (page) =>
    find(page).first().press('Enter')
export const check =
  (find: Find): Step =>
  (page) =>
    find(page).first().check()
export const type =
  (find: Find, value: string): Step =>
  (page) =>
    find(page).first().fill(value)
export const choose =
  (find: Find, value: string): Step =>
  (page) =>
    find(page).first().selectOption(value)
export const keys =
  (...all: string[]): Step =>
  async (page) => {
    for (const key of all) await page.keyboard.press(key)
  }
export const scrollTo =
  (find: Find, block: ScrollLogicalPosition): Step =>
  (page) =>
    find(page)
      .first()
      .evaluate((element, position) => element.scrollIntoView({ block: position }), block)

/** Answers a call with a body or a failed status. */
export const answers =
  (call: string, answer: object | number): Step =>
  (page) =>
    page.route(`**/api/${call}*`, (route) =>
      route.fulfill(typeof answer === 'number' ? { status: answer, body: '' } : { json: answer }),
    )
export const refuses =
  (call: string, code: string, status = 400): Step =>
  (page) =>
    page.route(`**/api/${call}*`, (route) =>
      route.fulfill({ status, json: { status: 'error', code, msg: code } }),
    )
/** Changes the server's answer to a call. */
export const changes =
  <Answer extends object>(call: string, change: (answer: Answer) => object): Step =>
  (page) =>
    page.route(`**/api/${call}*`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change((await response.json()) as Answer) })
    })
export const neverAnswers =
  (call: string): Step =>
  (page) =>
    page.route(`**/api/${call}*`, () => {})
/** Opens screens as before their scripts run. */
export const withoutScripts: Step = (page) => page.route('**/assets/*.js', (route) => route.abort())

export const showsProfile = (profile: object) =>
  changes('profile', (answer) => ({ ...answer, ...profile }))
export const visit =
  (path: string): Step =>
  async (page) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
export const library: Step = async (page, demo) => {
  await page.goto(`/prompts?folderId=${demo.launches}`)
  await page.getByRole('heading', { name: launch }).waitFor()
}

/** The time in some days. */
export function momentIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}

/** The actions of a reader of a language on a screen of a width. */
export function stepsFor(language: Language, width: number) {
  const words = textsOf[language].library
  const folderActions = (name: string) => fill(words.folder.actions, { name }, language)
  const isPhone = width === 375
  const isTouch = isPhone || width === 820 || width === 1180
  const openFolderMenu =
    (name: string): Step =>
    async (page, demo) => {
      // On a phone, folders are chips, and the first chip shows all prompts.
      if (isPhone) await press(fill(words.folderChip, { count: 4 }, language))(page, demo)
      await press(folderActions(name))(page, demo)
    }
  return {
    isPhone,
    openFolderMenu,
    /** Opens a folder's menu and chooses an action. */
    askToFolder:
      (action: string, name: string): Step =>
      async (page, demo) => {
        await openFolderMenu(name)(page, demo)
        await press(role('menuitem', { name: action }))(page, demo)
      },
    /** Chooses an action of a card, by default of the launch announcement. */
    askToCard:
      (action: string, name = launch): Step =>
      async (page) => {
        const card = page.getByRole('article').filter({ hasText: name }).first()
        await card.waitFor()
        if (isTouch) {
          // For keys; a long press leads to the same actions.
          const actions = fill(words.prompt.actions, { name }, language).trim()
          await card.getByRole('button', { name: actions }).press('Enter')
          await page.getByRole('menuitem', { name: action }).click()
        } else {
          await card.hover()
          await card.getByRole('button', { name: action, exact: true }).click()
        }
      },
    make: (action: string): Step =>
      isPhone
        ? async (page, demo) => {
            await press(words.add)(page, demo)
            await press(role('menuitem', { name: action }))(page, demo)
          }
        : press(role('button', { name: action })),
  }
}

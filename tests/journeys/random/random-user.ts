import { setTimeout as delay } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { textsOf } from '#tests/journeys/support/texts.ts'
import type { Chance } from '#tests/support/chance.ts'

/** The result of a walk of a user who clicks at random. */
export type Walk = {
  steps: string[]
  faults: string[]
  /** Whether Tab has moved the focus out of the page. */
  isOutside: boolean
}

const keys = [
  'Escape',
  'Enter',
  'Tab',
  'Shift+Tab',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'Space',
  'Backspace',
  'Delete',
  'F2',
  'Control+Enter',
  'Control+Shift+Enter',
  'Control+k',
  'Control+z',
  'Control+a',
  'Control+c',
  'Control+v',
  'Control+e',
  'Shift+ArrowRight',
  'Control+Shift+ArrowLeft',
]
const words = [
  'e',
  'm',
  'c',
  '?',
  '/',
  'launch',
  '{name}',
  'Hello {x} and bye.',
  '{',
  '}',
  '[KUNDE] and [KUNDE]',
  'שלום {who}',
  '🙂 ümläut',
  '<b>bold</b>',
  '12',
  'promptshelf',
  ' ',
]

/** In all languages, because a step may have switched the language. */
const discardNames = new RegExp(
  `^(?:${Object.values(textsOf)
    .map(({ library }) => library.discard.discard)
    .join('|')})$`,
)

/** In milliseconds. */
const longestStep = 60_000
/** The most steps that close all dialogs: for the deepest dialog, its question, and the dialogs below. */
const mostEscapes = 8

type Options = {
  chance: Chance
  steps: number
  isTouch: boolean
  /** Returns to the library from any screen. */
  restart: () => Promise<void>
}

/**
 * Clicks, taps, types, goes back and reloads at random. Stops at the first fault: an error screen, a dialog that no key
 * closes, or a focus outside an open dialog. Exceptions and console errors are the caller's to watch.
 */
export async function walkAtRandom(page: Page, walk: Walk, options: Options): Promise<void> {
  const { chance, steps, isTouch, restart } = options
  const { origin } = new URL(page.url())
  for (let step = 0; step < steps && walk.faults.length === 0; step++) {
    const hung = delay(longestStep, 'hung')
    if ((await Promise.race([takeStep(page, walk, chance, isTouch), hung])) === 'hung') {
      walk.faults.push('the page does not answer')
      return
    }
    await rest(page)
    const { pathname } = new URL(page.url())
    if (!page.url().startsWith(origin) || pathname === '/login') {
      walk.steps.push('restart')
      await restart()
    }
    await checkScreen(page, walk)
    await checkFocus(page, walk)
    if (chance(25) === 0) await leaveDialogs(page, walk)
  }
  if (walk.faults.length === 0) await leaveDialogs(page, walk)
}

async function takeStep(page: Page, walk: Walk, chance: Chance, isTouch: boolean): Promise<void> {
  const pick = <Item>(items: readonly Item[]) => items[chance(items.length)] as Item
  const kind = chance(100)
  if (kind < 58) {
    // The page may still be loading.
    const target = await findTarget(page, chance(1_000_000)).catch(() => undefined)
    if (!target) return
    const presses = chance(8) === 0 ? 2 : 1
    walk.steps.push(`press ${target.name}${presses > 1 ? ' twice' : ''}`)
    for (let press = 0; press < presses; press++) {
      if (isTouch) await page.touchscreen.tap(target.x, target.y)
      else await page.mouse.click(target.x, target.y)
    }
  } else if (kind < 76) {
    const key = pick(keys)
    walk.steps.push(`key ${key}`)
    await page.keyboard.press(key)
  } else if (kind < 92) {
    const word = pick(words)
    walk.steps.push(`type ${word}`)
    await page.keyboard.type(word)
  } else if (kind < 97) {
    const isBack = chance(3) > 0
    walk.steps.push(isBack ? 'back' : 'forward')
    // The page may be left at once.
    await page.evaluate((by) => history.go(by), isBack ? -1 : 1).catch(() => {})
  } else {
    walk.steps.push('reload')
    await page.reload().catch(() => {})
  }
}

/** Returns the centre of a random element that reacts to clicks and is on top there. */
async function findTarget(page: Page, random: number) {
  return page.evaluate((number) => {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
    const targets = [
      ...dialog.querySelectorAll<HTMLElement>(
        'a, button, input, textarea, select, summary, article, [role="textbox"], [tabindex="0"]',
      ),
    ].flatMap((element) => {
      const isElsewhere =
        element instanceof HTMLAnchorElement &&
        (element.origin !== location.origin || element.target === '_blank' || element.download)
      const { left, top, width, height } = element.getBoundingClientRect()
      const x = left + width / 2
      const y = top + height / 2
      const isInView = width > 0 && x > 0 && y > 0 && x < innerWidth && y < innerHeight
      if (isElsewhere || !isInView) return []
      const topmost = document.elementFromPoint(x, y)
      if (!topmost || !(element.contains(topmost) || topmost.contains(element))) return []
      const label = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30)
      return [{ x, y, name: `${element.localName} “${label}”` }]
    })
    return targets[number % Math.max(targets.length, 1)]
  }, random)
}

/** Waits for two frames, so that a step has been drawn, and for a page that is loading. */
async function rest(page: Page): Promise<void> {
  const draw = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve))
        }),
    )
  // The step may have left the page.
  await draw().catch(() =>
    page
      .waitForLoadState()
      .then(draw)
      .catch(() => {}),
  )
}

async function checkScreen(page: Page, walk: Walk): Promise<void> {
  const titles: string[] = Object.values(textsOf).map(({ faults }) => faults.failureTitle)
  const shown = await page
    .locator('h1')
    .allTextContents()
    .catch(() => [] as string[])
  if (shown.some((title) => titles.includes(title))) walk.faults.push('an error screen')
}

async function checkFocus(page: Page, walk: Walk): Promise<void> {
  const isLost = await page.evaluate(isFocusLost).catch(() => false)
  // Tab moves from a dialog to the browser's own buttons.
  walk.isOutside = isLost && (walk.isOutside || walk.steps.at(-1)?.endsWith('Tab') === true)
  if (!isLost || walk.isOutside) return
  // A dialog may just be replacing another, or a page the other.
  const isStillLost = () => page.evaluate(isFocusLost).catch(() => false)
  const isBack = await expect
    .poll(isStillLost, { timeout: 5_000 })
    .toBe(false)
    .then(() => true)
    .catch(() => false)
  if (isBack) return
  const dialogs = await page.locator('dialog:modal').allInnerTexts()
  walk.faults.push(
    `no focus in the dialog: ${dialogs.at(-1)?.slice(0, 80)}\n${await placeOf(page)}`,
  )
}

async function placeOf(page: Page): Promise<string> {
  return page
    .evaluate(() =>
      JSON.stringify({
        address: location.href,
        history: history.length,
        state: history.state as unknown,
        focus: document.activeElement?.outerHTML.slice(0, 200),
      }),
    )
    .catch(() => '')
}

function isFocusLost(): boolean {
  return document.querySelector('dialog:modal') !== null && document.activeElement === document.body
}

/** Closes all dialogs with Esc, and discards unsaved text. */
async function leaveDialogs(page: Page, walk: Walk): Promise<void> {
  walk.steps.push('leave all dialogs')
  const dialogs = page.locator('dialog:modal')
  for (let escape = 0; escape < mostEscapes; escape++) {
    if ((await dialogs.count()) === 0) return
    const discard = dialogs.last().getByRole('button', { name: discardNames })
    if (await discard.count()) await discard.click({ timeout: 5_000 }).catch(() => {})
    else await page.keyboard.press('Escape')
    await rest(page)
  }
  const isLeft = await dialogs
    .first()
    .waitFor({ state: 'hidden', timeout: 10_000 })
    .then(() => true)
    .catch(() => false)
  if (isLeft) return
  const text = await dialogs.last().innerText()
  walk.faults.push(`a dialog stays open: ${text}\n${await placeOf(page)}`)
}

import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { startSlowServer } from '#tests/support/servers/slow-server.ts'
import {
  keys,
  openSession,
  startDisplay,
  type ElementReference,
  type Session,
} from './webdriver.ts'

type Screen = { width: number; height: number }

const desktop: Screen = { width: 1440, height: 900 }
export const phone: Screen = { width: 390, height: 800 }
/** For operations that may take long on a busy machine. */
export const patience = { timeout: 30_000 }

/** Starts the server and a display for a file of tests, and ends everything they opened. */
export function startWebKit() {
  let server: Awaited<ReturnType<typeof startSlowServer>>
  let display: Awaited<ReturnType<typeof startDisplay>>
  const sessions: Session[] = []
  beforeAll(async () => {
    server = await startSlowServer()
    display = await startDisplay()
  })
  afterEach(async () => {
    await Promise.all(sessions.splice(0).map((session) => session.close()))
  })
  afterAll(async () => {
    await display.stop()
    await server.stop()
  })

  /** Opens a page in a separate browser. */
  const openPage = async (path: string, screen = desktop, args: string[] = []) => {
    const session = await openSession(display.display, args)
    sessions.push(session)
    if (screen === desktop) await session.resize(screen.width, screen.height)
    else await session.openPopup(screen.width, screen.height)
    await session.open(server.origin + path)
    return pageOf(session, server.origin)
  }

  return {
    openPage,
    /** Opens the library of a new account, with prompts in it. */
    openLibrary: async (
      prompts: { name: string; prompt: string; variables?: object[] }[] = [],
      screen = desktop,
    ) => {
      const page = await openPage('/login', screen)
      const account = { email: `${crypto.randomUUID()}@example.org`, password: 'a quiet library' }
      await page.call('register', { ...account, cpassword: account.password })
      await page.call('login', account)
      const ids: string[] = []
      for (const prompt of prompts) {
        const { id } = await page.call('prompts/create', { color: 'FFD166', ...prompt })
        ids.push(id)
      }
      await page.open('/prompts')
      if (screen === desktop) await page.ready()
      return { page, ids }
    },
    delayAnswers: (call: string, milliseconds: number) => server.delayAnswers(call, milliseconds),
    setAway: (isAway: boolean) => server.setAway(isAway),
    takeRequested: () => server.takeRequested(),
    /** Waits until another program reads this text from the clipboard. */
    seeClipboard: (text: string) =>
      vi.waitFor(async () => {
        const copied = await display.readClipboard()
        if (copied !== text) throw new Error(`The clipboard has: ${copied}`)
      }, patience),
  }
}

function pageOf(session: Session, origin: string) {
  /** Waits for a usable element with this name. */
  const find = (name: string) =>
    vi.waitFor(async () => {
      const [element] = await visible(session, named(name))
      if (element === undefined) throw new Error(`Nothing on screen is called "${name}".`)
      return element
    }, patience)
  const page = {
    ...session,
    open: (path: string) => session.open(origin + path),
    find,
    press: async (name: string) => {
      await find(name)
      // An element that slides in must be clicked at its final position.
      await settle(session)
      await session.click(await find(name))
    },
    /** Clicks the element that a selector matches in a shadow tree. */
    pressInShadow: async (selector: string) => {
      const element = await vi.waitFor(
        () =>
          session.evaluate<ElementReference>(
            `for (const { shadowRoot } of document.querySelectorAll('*')) {
               const found = shadowRoot?.querySelector(args[0])
               if (found) return found
             }
             throw new Error('Nothing matches ' + args[0])`,
            selector,
          ),
        patience,
      )
      await settle(session)
      await session.click(element)
    },
    fill: async (name: string, text: string) => {
      await page.press(name)
      await session.type(text)
    },
    see: (text: string) =>
      vi.waitFor(async () => {
        const xpath = `//*[text()[contains(normalize-space(), ${quote(text)})]]`
        if ((await visible(session, xpath)).length === 0) throw new Error(`"${text}" is not shown.`)
      }, patience),
    gone: (name: string) =>
      vi.waitFor(async () => {
        const found = await visible(session, named(name))
        if (found.length > 0) throw new Error(`"${name}" is still shown.`)
      }, patience),
    /** Waits until the name of the element with the focus begins with a text. */
    seeFocus: (expected: string) =>
      vi.waitFor(async () => {
        const focus = await page.focus()
        if (!focus.startsWith(expected)) throw new Error(`The focus is on: ${focus}`)
      }, patience),
    /** Returns the name of the element with the focus. */
    focus: () =>
      session.evaluate<string>(`
        let element = document.activeElement
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
        return element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent.trim()`),
    valueOf: async (name: string) =>
      session.evaluate<string>('return args[0].value', await find(name)),
    /** Waits until the library handles single keys. */
    ready: () =>
      vi.waitFor(async () => {
        const trees = await session.findAll('//*[@role = "tree"]')
        if (trees.length === 0) throw new Error('The library is still loading.')
      }, patience),
    /** Calls the API like the page. */
    call: (path: string, input: object) =>
      session.evaluate<{ id: string }>(
        `const headers = { 'content-type': 'application/json' }
         const body = JSON.stringify(args[1])
         const response = await fetch('/api/' + args[0], { method: 'POST', headers, body })
         if (!response.ok) throw new Error(args[0] + ': ' + (await response.text()))
         return response.json()`,
        path,
        input,
      ),
    control: (key: string) => session.chord(keys.control, key),
  }
  return page
}

/** Buttons, fields and links, by their text, label or `aria-label`. */
function named(name: string): string {
  const text = quote(name)
  const pressed = `//*[self::button or self::a][normalize-space() = ${text}]`
  const labelled = `//*[@id = //label[starts-with(normalize-space(), ${text})]/@for]`
  const around = `//label[.//input][starts-with(normalize-space(), ${text})]`
  return `//*[@aria-label = ${text}] | ${pressed} | ${labelled} | ${around}`
}

function quote(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`
}

async function visible(session: Session, xpath: string): Promise<ElementReference[]> {
  const elements = await session.findAll(xpath)
  if (elements.length === 0) return []
  // WebKit's driver resolves no elements inside an array.
  const shown = await session.evaluate<boolean[]>(
    `return args.map((element) => element.isConnected && element.getClientRects().length > 0 &&
      !element.matches(':disabled') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))`,
    ...elements,
  )
  return elements.filter((_, at) => shown[at])
}

/** Waits for the end of all finite transitions and animations. */
function settle(session: Session): Promise<unknown> {
  return session.evaluate(`
    await Promise.allSettled(document.getAnimations().filter((animation) =>
      Number.isFinite(animation.effect?.getComputedTiming().endTime)).map(({ finished }) => finished))`)
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { vi } from 'vitest'
import { findFreePort } from '#tests/support/server-process.ts'

/** The keys of the W3C WebDriver protocol that type no character. */
export const keys = {
  arrowDown: '\uE015',
  backspace: '\uE003',
  control: '\uE009',
  delete: '\uE017',
  enter: '\uE007',
  escape: '\uE00C',
  shift: '\uE008',
  tab: '\uE004',
} as const

/** A reference to an element in a page, in the protocol's form. */
export type ElementReference = Record<string, string>
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

export type Session = Awaited<ReturnType<typeof openSession>>

/**
 * Starts WebKitGTK's MiniBrowser on an X display, driven by the W3C WebDriver protocol. Each session has its own
 * cookies and storage.
 */
export async function openSession(display: string, args: string[] = []) {
  const port = await findFreePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: display, LANG: 'C.UTF-8', LANGUAGE: 'en' },
    stdio: 'ignore',
  })
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
    const { value } = (await response.json()) as { value: T }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  await vi.waitFor(() => send('GET', '/status'), { timeout: 30_000 })
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: findBrowser(),
          args: ['--automation', ...args],
        },
      },
    },
  })
  const post = <T>(path: string, body: object = {}) =>
    send<T>('POST', `/session/${sessionId}/${path}`, body)

  const findAll = (xpath: string) =>
    post<ElementReference[]>('elements', { using: 'xpath', value: xpath })
  /** Clicks an element with the mouse. */
  const click = (element: ElementReference) => post(`element/${element[elementKey]}/click`)

  return {
    open: (address: string) => post('url', { url: address }),
    resize: (width: number, height: number) => post('window/rect', { width, height }),
    /** Runs the body of a function in the page, and returns what it returns or its promise resolves to. */
    evaluate: async <T>(script: string, ...args: unknown[]): Promise<T> => {
      // The protocol's asynchronous scripts would not report errors.
      const body = `const done = arguments[arguments.length - 1]
        ;(async (...args) => { ${script} })(...[...arguments].slice(0, -1)).then(
          (value) => done({ value }), (error) => done({ error: String(error) }))`
      const result = await post<{ value: T; error?: string }>('execute/async', {
        script: body,
        args,
      })
      if (result.error !== undefined) throw new Error(result.error)
      return result.value
    },
    findAll,
    click,
    /** Puts files into a file field. */
    chooseFile: (element: ElementReference, path: string) =>
      post(`element/${element[elementKey]}/value`, { text: path }),
    /** Presses one key after the other. */
    type: (text: string) =>
      post('actions', { actions: [keyActions([...text].flatMap((key) => [down(key), up(key)]))] }),
    /** Presses a key while others are held. */
    chord: (held: string, key: string) =>
      post('actions', {
        actions: [keyActions([...held].map(down).concat(down(key), up(key), [...held].map(up)))],
      }),
    /** Moves to a window without a toolbar, which may be as narrow as a phone. */
    openPopup: async (width: number, height: number) => {
      const script = `window.open('about:blank', '', 'popup,width=${width},height=${height}')`
      await post('url', { url: `data:text/html,<button onclick="${script}">` })
      const [button] = await findAll('//button')
      const windows = () => send<string[]>('GET', `/session/${sessionId}/window/handles`)
      const before = await windows()
      await click(button ?? {})
      const handle = await vi.waitFor(async () => {
        const opened = (await windows()).find((each) => !before.includes(each))
        if (opened === undefined) throw new Error('The window is not open yet.')
        return opened
      })
      await post('window', { handle })
    },
    close: async () => {
      await send('DELETE', `/session/${sessionId}`).catch(() => {})
      await end(driver)
    },
  }
}

const down = (value: string) => ({ type: 'keyDown', value })
const up = (value: string) => ({ type: 'keyUp', value })
const keyActions = (actions: object[]) => ({ type: 'key', id: 'keyboard', actions })

/** Starts an X server without a screen. Returns its address and a function that stops it. */
export async function startDisplay() {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const [number] = (await once(server.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  const display = `:${number.toString().trim()}`
  return {
    display,
    /** Reads the clipboard like another program. */
    readClipboard: async () => {
      const reader = spawn('xclip', ['-selection', 'clipboard', '-o'], {
        env: { ...process.env, DISPLAY: display },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      return (await reader.stdout.setEncoding('utf8').toArray()).join('')
    },
    stop: () => end(server),
  }
}

/** MiniBrowser's path contains the processor's architecture. */
function findBrowser(): string {
  const [path] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  if (path === undefined) throw new Error('MiniBrowser is not installed.')
  return path
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill()
  await once(child, 'exit')
}

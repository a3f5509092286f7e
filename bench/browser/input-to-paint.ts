import type { Page } from '@playwright/test'

/** The milliseconds until the effect of an input was painted, and in how many frames: 1 for the next one. */
export type Paint = { ms: number; frames: number }

declare global {
  /** In the page: resolves when the effect of an input has been painted. */
  var timeFrom: (
    input: string,
    isShown: (wanted: string) => boolean,
    wanted: string,
  ) => Promise<Paint>
  /** In the page: the number of input events so far. */
  var typed: number
}

/** Installs the measurement in a page, before its own scripts. */
export async function installTimer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.typed = 0
    addEventListener('input', () => globalThis.typed++, true)
    globalThis.timeFrom = (input, isShown, wanted) =>
      new Promise((resolve, reject) => {
        const look = ({ timeStamp }: { timeStamp: number }, frames: number) => {
          const isLate = performance.now() - timeStamp > 10_000
          if (isLate) return reject(new Error(`Not shown: ${wanted}`))
          if (!isShown(wanted))
            return void requestAnimationFrame(() => look({ timeStamp }, frames + 1))
          // The first task after the frame's callbacks, style, layout and paint.
          const channel = new MessageChannel()
          channel.port1.addEventListener('message', () =>
            resolve({ ms: performance.now() - timeStamp, frames }),
          )
          channel.port1.start()
          channel.port2.postMessage(undefined)
        }
        addEventListener(input, (event) => requestAnimationFrame(() => look(event, 1)), {
          capture: true,
          once: true,
        })
      })
  })
}

type Input = {
  /** The event that starts the measurement. */
  event: 'keydown' | 'click'
  act: () => Promise<void>
  /** Runs in the page. */
  isShown: (wanted: string) => boolean
  wanted?: string
}

/**
 * Milliseconds from an input event's timestamp until its effect has been painted by the page's main thread, that
 * is, until the first task after the frame. Compositing and display are not included.
 */
export async function timeInput(page: Page, input: Input): Promise<number> {
  const { ms } = await paintOf(page, input)
  return ms
}

/** Like `timeInput`, with the number of frames. */
export async function paintOf(page: Page, input: Input): Promise<Paint> {
  const { event, act, isShown, wanted = '' } = input
  const shown = await page.evaluateHandle<(wanted: string) => boolean>(`(${isShown.toString()})`)
  const timing = await page.evaluateHandle(
    ([shown, event, wanted]) => ({ done: timeFrom(event, shown, wanted) }),
    [shown, event, wanted] as const,
  )
  await act()
  return timing.evaluate(({ done }) => done)
}

import type { Page } from '@playwright/test'

declare global {
  /** In the page: resolves when what an input brings about has been painted. */
  var timeFrom: (
    input: string,
    isShown: (wanted: string) => boolean,
    wanted: string,
  ) => Promise<number>
  /** In the page: how often text has been typed. */
  var typed: number
}

/** Makes the pages of a browser able to tell how long an input takes to be seen. */
export async function installTimer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.typed = 0
    addEventListener('input', () => globalThis.typed++, true)
    globalThis.timeFrom = (input, isShown, wanted) =>
      new Promise((resolve, reject) => {
        const look = ({ timeStamp }: { timeStamp: number }) => {
          const isLate = performance.now() - timeStamp > 10_000
          if (isLate) return reject(new Error(`Not shown: ${wanted}`))
          if (!isShown(wanted)) return void requestAnimationFrame(() => look({ timeStamp }))
          // The first task after the frame's callbacks, styles, layout and painting.
          const channel = new MessageChannel()
          channel.port1.addEventListener('message', () => resolve(performance.now() - timeStamp))
          channel.port1.start()
          channel.port2.postMessage(undefined)
        }
        addEventListener(input, (event) => requestAnimationFrame(() => look(event)), {
          capture: true,
          once: true,
        })
      })
  })
}

type Input = {
  /** The event that its time begins with. */
  event: 'keydown' | 'click'
  act: () => Promise<void>
  /** Runs in the page. */
  isShown: (wanted: string) => boolean
  wanted?: string
}

/**
 * How long it takes, in milliseconds, from the moment an input reached the browser (the event's own time)
 * until a frame with what it brings about has been painted, as far as the page's thread does it: the first
 * task after the frame. Handing the frame to the screen is not in it.
 */
export async function timeInput(page: Page, input: Input): Promise<number> {
  const { event, act, isShown, wanted = '' } = input
  const shown = await page.evaluateHandle<(wanted: string) => boolean>(`(${isShown.toString()})`)
  const timing = await page.evaluateHandle(
    ([shown, event, wanted]) => ({ done: timeFrom(event, shown, wanted) }),
    [shown, event, wanted] as const,
  )
  await act()
  return timing.evaluate(({ done }) => done)
}

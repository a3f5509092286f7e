import type { Page } from '@playwright/test'
import { quantile } from '#bench/data/library.ts'

/** The frame interval at 60 Hz is 16.7 ms. */
const onTime = 17.5

/** The intervals between frames on the page's main thread during an action, in milliseconds. */
export async function watchFrames(page: Page, act: () => Promise<void>): Promise<number[]> {
  const watching = await page.evaluateHandle(() => {
    const gaps: number[] = []
    let last: number | undefined
    let isOver = false
    const next = (now: number) => {
      if (last !== undefined) gaps.push(now - last)
      last = now
      if (!isOver) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    return {
      stop: () => {
        isOver = true
        return gaps
      },
    }
  })
  await act()
  return watching.evaluate(({ stop }) => stop())
}

export function printScroll(name: string, gaps: number[]): void {
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1_000
  const late = gaps.filter((gap) => gap > onTime).length
  const share = ((100 * late) / gaps.length).toFixed(1)
  console.log(
    `${name.padEnd(22)} ${(gaps.length / seconds).toFixed(1)} frames a second, ${share} % late, longest ${quantile(gaps, 1).toFixed(1)} ms`,
  )
}

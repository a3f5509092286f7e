import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openPrompt, promptCard } from '#tests/journeys/support/library-steps.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

/** Milliseconds that a picture stays while a viewer follows the typing, looks, or reads. */
const typing = 90
const look = 900
const read = 2_500

/** Records the main job in the open library as an animated WebP: a click, four values, and a copy by keyboard. */
export async function recordMainJob(page: Page, title: string, file: string): Promise<void> {
  const folder = makeScratchDirectory('recording')
  const frames: string[] = []
  const show = async (milliseconds: number) => {
    const path = join(folder, `${String(frames.length)}.png`)
    await page.screenshot({ path, caret: 'initial' })
    frames.push('-d', String(milliseconds), path)
  }
  const type = async (value: string) => {
    for (const letter of value) {
      await page.keyboard.type(letter)
      await show(typing)
    }
    await show(look)
    await page.keyboard.press('Enter')
    await show(look)
  }

  await show(read)
  await promptCard(page, title).hover()
  await show(look)
  const dialog = await openPrompt(page, title)
  await dialog.getByRole('textbox').first().waitFor()
  await page.mouse.move(0, 0)
  await show(read)
  for (const value of ['Lumen, a desk lamp', 'home workers', 'warm', '€ 89']) await type(value)
  await page.keyboard.press('Enter')
  await show(read * 2)
  execFileSync('img2webp', ['-loop', '0', '-lossless', '-m', '6', ...frames, '-o', file])
  rmSync(folder, { recursive: true })
}

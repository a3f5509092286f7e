// Renders the icons of the home screen and of the browser extension from the logo. Run `npm run icons` after changing icon.svg.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { headlessChromium } from '#tests/journeys/support/launch-options.ts'

const folder = join(import.meta.dirname, '../../web/public')
/** The logo's background colour, which fills maskable icons. */
const ink = '#18181b'

const icons = [
  { file: 'icon-192.png', size: 192, ground: 'transparent' },
  { file: 'icon-512.png', size: 512, ground: 'transparent' },
  // Maskable: cropped to any shape by the system.
  { file: 'icon-maskable-512.png', size: 512, ground: ink },
  { file: 'apple-touch-icon.png', size: 180, ground: ink },
  ...[16, 32, 48, 128].map((size) => ({
    file: `../../extension/icons/icon-${size}.png`,
    size,
    ground: 'transparent',
  })),
]

const svg = await readFile(join(folder, 'icon.svg'), 'base64')
const browser = await chromium.launch(headlessChromium)
for (const { file, size, ground } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<body style="margin: 0; background: ${ground}">
      <img width="${size}" src="data:image/svg+xml;base64,${svg}">`,
  )
  await page.screenshot({ path: join(folder, file), omitBackground: true })
  await page.close()
}
await browser.close()

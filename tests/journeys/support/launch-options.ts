import type { LaunchOptions } from '@playwright/test'

// Disables the browser's own requests; root, as in a container, cannot use the sandbox.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's regular Chromium. */
export const wholeChromium: LaunchOptions = { executablePath: '/usr/bin/chromium', args }

/** The same Chromium without a window, which makes the journeys a third faster. */
export const headlessChromium: LaunchOptions = {
  executablePath: '/usr/bin/chromium-headless-shell',
  args,
}

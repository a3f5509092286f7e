import type { LaunchOptions } from '@playwright/test'

// So that it says nothing to anybody on its own; root, as in a container, cannot have the sandbox.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's Chromium, as people have it. */
export const wholeChromium: LaunchOptions = { executablePath: '/usr/bin/chromium', args }

/** The same Chromium without the window around its pages, which takes the journeys a third less time. */
export const headlessChromium: LaunchOptions = {
  executablePath: '/usr/bin/chromium-headless-shell',
  args,
}

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

/** The same Chromium without a window, which makes journeys a third faster. Not suitable for benchmarks. */
export const headlessChromium: LaunchOptions = {
  executablePath: '/usr/bin/chromium-headless-shell',
  // Optimising code that runs for seconds takes longer than it saves.
  args: [...args, '--js-flags=--no-maglev --no-turbofan'],
}

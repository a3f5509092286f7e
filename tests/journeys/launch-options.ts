import type { LaunchOptions } from '@playwright/test'

/** Debian's Chromium, which says nothing to anybody on its own. */
export const launchOptions: LaunchOptions = {
  executablePath: '/usr/bin/chromium',
  args: [
    // Root, as in a container, cannot have the sandbox.
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

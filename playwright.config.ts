import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { headlessChromium } from '#tests/journeys/support/launch-options.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/journeys/support/set-up.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  // A test that passes only the second time has found a race.
  retries: 0,
  // One more than there are cores, for the time that a journey waits for the screen or the server.
  workers: availableParallelism() + 1,
  reporter: process.stdout.isTTY ? 'list' : 'dot',
  // Only for what hangs: on a machine with ten times its cores to do, a journey of three seconds takes a minute.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    locale: 'en-GB',
    // Playwright cannot hold or replace what a service worker answers. Journeys about it allow it.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: 'only-on-failure',
    // An animation is waited for before each press in it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: headlessChromium,
  },
})

import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { headlessChromium } from '#tests/journeys/support/launch-options.ts'

export default defineConfig({
  test: {
    // More than there are cores: many tests spend seconds waiting, for a time limit or a disk.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        test: {
          name: 'server',
          include: ['{contract,languages,server,web,scripts,tests}/**/*.test.ts'],
          exclude: ['tests/journeys/**'],
          // Most files would take longer to load the server once more than to run.
          isolate: false,
          globalSetup: ['tests/support/global-setup.ts'],
          // The tests of the calls hash passwords and wait for two databases' disks.
          testTimeout: 20_000,
          // The longest wait for a condition on a busy machine.
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        extends: './vite.config.ts',
        // Found before the first test: a dependency that is found later reloads the page.
        optimizeDeps: { entries: ['web/**/*.tsx', 'web/**/*-worker.ts'] },
        test: {
          name: 'components',
          include: ['web/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: headlessChromium,
              contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})

import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { serverEnvironment } from '#scripts/serve.mjs'
import { headlessChromium } from '#tests/journeys/support/launch-options.ts'

// For the processes of tests and of servers in tests, which load the same code again and again.
process.env['NODE_COMPILE_CACHE'] ??= serverEnvironment.NODE_COMPILE_CACHE

/** `npm test` runs on busy machines, too. */
const isPatient = process.env['TEST_PATIENCE'] === 'long'

export default defineConfig({
  test: {
    // The libraries' warnings and the servers' logs matter where a test fails.
    silent: 'passed-only',
    // More than there are cores: many tests spend seconds waiting, for a time limit or a disk.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        test: {
          name: 'server',
          include: ['{cli,contract,extension,languages,server,web,scripts,tests}/**/*.test.ts'],
          exclude: [
            'tests/journeys/**',
            'tests/firefox/**',
            'tests/webkit/**',
            'tests/ear/**',
            'tests/clients/**',
          ],
          // Most files would take longer to load the server once more than to run.
          isolate: false,
          globalSetup: ['tests/support/global-setup.ts'],
          // Only for what hangs: on a machine with ten times its cores to do, a test of a second takes twenty.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 90_000 } },
        },
      },
      {
        test: {
          name: 'firefox',
          include: ['tests/firefox/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'webkit',
          include: ['tests/webkit/**/*.test.ts'],
          // Each file has a server and a display of its own.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'ear',
          include: ['tests/ear/**/*.test.ts'],
          // They share the display, its focus and one screen reader.
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'clients',
          include: ['tests/clients/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: './vite.config.ts',
        // Found before the first test: a dependency that is found later reloads the page.
        optimizeDeps: { entries: ['web/**/*.tsx', 'web/**/*-worker.ts'] },
        test: {
          name: 'components',
          include: ['web/**/*.test.tsx'],
          testTimeout: isPatient ? 180_000 : 8_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 90_000 } },
          // They share the machine's clipboard, and the server's tests take longer anyway.
          fileParallelism: false,
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

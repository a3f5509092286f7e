import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,languages,server,web,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/journeys/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    // The tests of the calls hash passwords and wait for two databases' disks.
    testTimeout: 20_000,
    // How long a busy machine may take until what is waited for has happened.
    expect: { poll: { timeout: 15_000 } },
    // One more than there are cores: some tests spend seconds waiting for a time limit.
    maxWorkers: availableParallelism() + 1,
  },
})

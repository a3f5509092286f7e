// The arguments and environment of the server's process, for `npm start`, tests and benchmarks.
import { join } from 'node:path'
import { root } from './prepare.mjs'

/** The arguments for the pinned Node. */
export const serverArguments = [
  // With 8 MB, the answers of eight readers of a long list outlive the young generation, and the full collections that
  // follow stop everything for up to 80 ms.
  '--max-semi-space-size=16',
  // Below V8's default, so that the heap grows by about half between collections instead of fourfold: saves 80 MB with
  // eight concurrent long lists.
  '--max-old-space-size=1024',
  // The server collects garbage once after starting.
  '--expose-gc',
  join(root, 'server/main.ts'),
]

/** Environment variables in addition to the configuration. */
export const serverEnvironment = {
  // Caches stripped and compiled code: halves the time to start and saves 20 MB.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/promptshelf'),
  // Returns the 19 MB of a password hash to the system immediately; glibc would retain them.
  MALLOC_MMAP_THRESHOLD_: '131072',
  // By default, each of a dozen threads may have its own arena.
  MALLOC_ARENA_MAX: '2',
}

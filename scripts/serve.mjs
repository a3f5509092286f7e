// How the server's process is started, by `npm start` and by whatever measures and tests it.
import { join } from 'node:path'
import { root } from './prepare.mjs'

/** What the pinned Node is started with. */
export const serverArguments = [
  // A young generation half as large as it might grow: 30 MB less under load, and no slower.
  '--max-semi-space-size=8',
  // A limit below V8's own makes the heap grow by about half between collections rather than fourfold: 80 MB
  // less with eight long lists at a time.
  '--max-old-space-size=1024',
  // For the one time that the server asks for it, when it has started.
  '--expose-gc',
  join(root, 'server/main.ts'),
]

/** What its environment needs beside the configuration. */
export const serverEnvironment = {
  // Types stripped and code compiled beforehand: half the time to start, and 20 MB less.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/promptshelf'),
  // The 19 MB that hashing a password takes go back to the system at once; glibc would keep them.
  MALLOC_MMAP_THRESHOLD_: '131072',
  // Not a pool of free memory for each of a dozen threads.
  MALLOC_ARENA_MAX: '2',
}

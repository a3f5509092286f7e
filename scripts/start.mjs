// `npm start`: makes ready what is missing, then serves, in this very process.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { buildClient, installPackages, isPinnedNode, root } from './prepare.mjs'

installPackages()
buildClient()
if (isPinnedNode(import.meta.filename ?? new URL(import.meta.url).pathname)) {
  // With the types stripped beforehand, the server starts in half the time, and without the compiler's
  // memory. The first start fills the cache.
  enableCompileCache(join(root, 'node_modules/.cache/promptshelf'))
  await import('../server/main.ts')
}

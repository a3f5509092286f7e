// `npm start`: makes ready what is missing, then serves, in this very process.
import { buildClient, installPackages, isPinnedNode } from './prepare.mjs'

installPackages()
buildClient()
if (isPinnedNode(import.meta.filename ?? new URL(import.meta.url).pathname)) {
  await import('../server/main.ts')
}

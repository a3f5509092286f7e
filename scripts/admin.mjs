// `npm run admin -- …`: prepares the checkout and runs `promptshelf-admin`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installPackages, node, root } from './prepare.mjs'

installPackages({ forProduction: true })
// With the terminal, on which it may ask.
const { status } = spawnSync(node, [join(root, 'server/admin.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exit(status ?? 1)

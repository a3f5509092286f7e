// `npm run backup` and `npm run restore`: prepares the checkout and runs backup.ts.
import { installPackages, run } from './prepare.mjs'

installPackages({ forProduction: true })
run('node', ['scripts/backup.ts', ...process.argv.slice(2)], process.env, 'inherit')

// Makes ready what is missing, then backs up or restores.
import { installPackages, run } from './prepare.mjs'

installPackages({ forProduction: true })
run('node', ['scripts/backup.ts', ...process.argv.slice(2)])

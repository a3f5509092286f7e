// `npm run bench:seed`: makes ready what is missing, then fills a database for measuring.
import { installPackages, run } from './prepare.mjs'

installPackages()
run('node', ['bench/data/seed.ts', ...process.argv.slice(2)])

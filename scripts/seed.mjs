// `npm run bench:seed`: prepares the checkout and fills a database for benchmarks.
import { installPackages, run } from './prepare.mjs'

installPackages()
run('node', ['bench/data/seed.ts', ...process.argv.slice(2)])

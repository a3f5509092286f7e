// `npm run bench`: prepares the checkout and runs the benchmarks.
import { buildClient, installPackages, installBenchPackages, run } from './prepare.mjs'

installPackages()
installBenchPackages()
buildClient()
run('node', ['bench/run.ts', ...process.argv.slice(2)])

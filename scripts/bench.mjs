// `npm run bench`: makes ready what is missing, then measures.
import { buildClient, installPackages, installBenchPackages, run } from './prepare.mjs'

installPackages()
installBenchPackages()
buildClient()
run('node', ['bench/run.ts', ...process.argv.slice(2)])

// `npm run bench`: makes ready what is missing, then measures.
import { buildClient, installPackages, installTestPackages, run } from './prepare.mjs'

installPackages()
installTestPackages()
buildClient()
run('node', ['bench/run.ts', ...process.argv.slice(2)])

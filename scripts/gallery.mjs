// `npm run gallery`: makes ready what is missing, then takes pictures of every screen.
import { buildClient, installPackages, installTestPackages, run } from './prepare.mjs'

installPackages()
installTestPackages()
buildClient()
run('node', ['scripts/gallery/take-screenshots.ts', ...process.argv.slice(2)])

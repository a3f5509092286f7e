// `npm run gallery`: prepares the checkout and takes screenshots of every screen.
import { buildClient, installPackages, installTestPackages, run } from './prepare.mjs'

installPackages()
installTestPackages()
buildClient()
run('node', ['scripts/gallery/take-screenshots.ts', ...process.argv.slice(2)])

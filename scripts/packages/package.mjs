// `npm run package`: prepares the checkout and makes the packages of a release in dist/packages.
import { buildClient, installPackages, installPackagingTools, run } from '#scripts/prepare.mjs'

installPackages()
installPackagingTools()
buildClient()
run('node', ['scripts/packages/make-packages.ts', ...process.argv.slice(2)])

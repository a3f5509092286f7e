// `npm run test:webkit`: the main journeys in WebKitGTK, Safari's engine, driven by WebDriver.
import { buildClient, installPackages, installWebKit, run } from './prepare.mjs'

installPackages()
installWebKit()
buildClient()
run('vitest', ['run', '--project', 'webkit', ...process.argv.slice(2)])

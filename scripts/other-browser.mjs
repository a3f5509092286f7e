// `npm run test:firefox` and `test:webkit`: the main journeys in Debian's Firefox, driven by WebDriver BiDi, and in
// WebKitGTK, Safari's engine, driven by WebDriver.
import { buildClient, installFirefox, installPackages, installWebKit, run } from './prepare.mjs'

const [browser, ...options] = process.argv.slice(2)
installPackages()
if (browser === 'webkit') installWebKit()
else installFirefox()
buildClient()
run('vitest', ['run', '--project', browser, ...options])

// `npm run test:firefox`: the main journeys in Debian's Firefox, driven by WebDriver BiDi.
import { buildClient, installFirefox, installPackages, run } from './prepare.mjs'

installPackages()
installFirefox()
buildClient()
run('vitest', ['run', '--project', 'firefox', ...process.argv.slice(2)])

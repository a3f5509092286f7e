// `npm run test:ear`: the speech output of Debian's screen reader for the main journeys, in Chromium on a display
// without a screen.
import { buildClient, installPackages, installScreenReader, run } from '#scripts/prepare.mjs'

installPackages()
installScreenReader()
buildClient()
// Its own session bus and accessibility bus.
const display = [
  '--auto-servernum',
  '--server-args=-screen 0 1440x1000x24',
  'dbus-run-session',
  '--',
]
run('xvfb-run', [...display, 'vitest', 'run', '--project', 'ear', ...process.argv.slice(2)])

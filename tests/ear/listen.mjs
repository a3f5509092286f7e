// `npm run test:ear`: what Debian's screen reader says of the main journeys, in Chromium on a display without a screen.
import { buildClient, installPackages, installScreenReader, run } from '#scripts/prepare.mjs'

installPackages()
installScreenReader()
buildClient()
// A session bus and an accessibility bus of its own.
const display = [
  '--auto-servernum',
  '--server-args=-screen 0 1440x1000x24',
  'dbus-run-session',
  '--',
]
run('xvfb-run', [...display, 'vitest', 'run', '--project', 'ear', ...process.argv.slice(2)])

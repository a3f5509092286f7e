// `npm run test:attacks`: prepares the checkout and runs the long form of the attack tests, and the scanners.
import { buildClient, installPackages, installTestPackages, run } from './prepare.mjs'

installPackages()
installTestPackages()
buildClient()
const env = { ...process.env, ATTACKS: 'long' }
run('vitest', ['run', 'tests/attacks', '--testTimeout', '600000'], env)
run('playwright', ['test', 'tests/journeys/prompts/hostile-texts.spec.ts'], env)
run('node', ['tests/scans/scan-headers.ts'])
run('node', ['tests/scans/scan-site.ts'])

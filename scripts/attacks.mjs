// `npm run test:attacks`: makes ready what is missing, then attacks the product at length.
import { buildClient, installPackages, installTestPackages, run } from './prepare.mjs'

installPackages()
installTestPackages()
buildClient()
const env = { ...process.env, ATTACKS: 'long' }
run('vitest', ['run', 'tests/attacks', '--testTimeout', '600000'], env)
run('playwright', ['test', 'tests/journeys/prompts/hostile-texts.spec.ts'], env)
run('node', ['scripts/scan-headers.ts'])
run('node', ['scripts/scan-site.ts'])

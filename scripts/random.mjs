// `npm run test:random -- MINUTES SEED`: simulated users who press at random, for some minutes, starting with a seed.
import { buildClient, installPackages, installTestPackages, run } from './prepare.mjs'

const [minutes = '10', seed = '1000'] = process.argv.slice(2)
installPackages()
installTestPackages()
buildClient()
const env = { ...process.env, RANDOM_MINUTES: minutes, RANDOM_SEED: seed }
run('playwright', ['test', 'random-users', '--workers=4', '--reporter=list'], env)

// `npm run check`: everything that can be said of the code without running it.
import { installPackages, run } from './prepare.mjs'

installPackages()
for (const [command, ...args] of [
  ['tsc', '-p', '.'],
  // With the types of Node alone, and with those of the browser alone.
  ['tsc', '-p', 'server'],
  ['tsc', '-p', 'web'],
  ['oxlint', '--type-aware', '--deny-warnings'],
  ['oxfmt', '--check'],
  ['knip'],
  ['node', 'scripts/check-structure.ts'],
  ['node', 'scripts/check-packages.ts'],
]) {
  run(command, args)
}

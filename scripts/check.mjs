// `npm run check`: all static checks.
import { installPackages, run } from './prepare.mjs'

installPackages()
for (const [command, ...args] of [
  ['tsc', '-p', '.'],
  // Each with only its own platform types.
  ['tsc', '-p', 'cli'],
  ['tsc', '-p', 'server'],
  ['tsc', '-p', 'web'],
  ['oxlint', '--type-aware', '--deny-warnings'],
  ['oxfmt', '--check'],
  ['knip'],
  ['node', 'scripts/checks/check-imports.ts'],
  ['node', 'scripts/checks/check-structure.ts'],
  ['node', 'scripts/checks/check-docs.ts'],
  ['node', 'scripts/checks/check-packages.ts'],
]) {
  run(command, args)
}

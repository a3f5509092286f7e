// `npm run check`: all static checks, the fastest ones first. All run, even if one fails.
import { installPackages, statusOf } from './prepare.mjs'

installPackages()
const failed = [
  ['node', 'scripts/checks/check-structure.ts'],
  ['node', 'scripts/checks/check-imports.ts'],
  ['node', 'scripts/checks/check-docs.ts'],
  ['node', 'scripts/checks/check-wording.ts'],
  ['node', 'scripts/checks/check-packages.ts'],
  ['oxfmt', '--check'],
  ['node', 'scripts/checks/declare-messages.ts'],
  ['tsc', '-p', '.'],
  // Each with only its own platform types.
  ['tsc', '-p', 'cli'],
  ['tsc', '-p', 'server'],
  ['tsc', '-p', 'web'],
  ['oxlint', '--type-aware', '--deny-warnings'],
  ['knip'],
].filter(([command, ...args]) => statusOf(command, args) !== 0)
for (const command of failed) console.error(`Failed: ${command.join(' ')}`)
process.exitCode = failed.length > 0 ? 1 : 0

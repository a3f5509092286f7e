import { existsSync } from 'node:fs'

/** Whether this is a clone, which runs its commands as npm scripts. Packages have them as programs. */
const isClone = existsSync(new URL('../../scripts/prepare.mjs', import.meta.url))

/** How an operator runs a command of this installation. */
export function nameCommand(command: 'admin' | 'backup' | 'restore'): string {
  return isClone ? `npm run ${command} --` : `promptshelf-${command}`
}

import type { Command } from '#cli/core/define-command.ts'
import { version } from '#cli/core/version.ts'

export const showVersion: Command = {
  name: 'version',
  operands: { least: 0, most: 0 },
  options: {},
  run: async () => ({ text: `${version}\n`, json: { version } }),
}

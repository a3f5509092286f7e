import type { Command } from '#cli/define-command.ts'
import { bridgeAssistants } from '#cli/commands/bridge-assistants.ts'
import { listFolder } from '#cli/commands/list-folder.ts'
import { logIn } from '#cli/commands/log-in.ts'
import { logOut, listServers, whoAmI } from '#cli/commands/list-servers.ts'
import { fillIn } from '#cli/commands/fill-in.ts'
import { searchLibrary } from '#cli/commands/search-library.ts'
import { showPrompt } from '#cli/commands/show-prompt.ts'
import { syncDirectoryCommand } from '#cli/commands/sync-directory.ts'
import { syncSkillsCommand } from '#cli/commands/sync-skills.ts'

/** Used where the first word is no command, but the name of a prompt. */
export const unnamedCommand: Command = fillIn

/** Every command with a name, in the order of the help. */
export const commands: readonly Command[] = [
  searchLibrary,
  listFolder,
  showPrompt,
  syncDirectoryCommand,
  syncSkillsCommand,
  logIn,
  logOut,
  listServers,
  whoAmI,
  bridgeAssistants,
]

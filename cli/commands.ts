import type { Command } from '#cli/core/define-command.ts'
import { bridgeAssistants } from '#cli/commands/bridge-assistants.ts'
import { deleteItems } from '#cli/commands/organise/delete-items.ts'
import { makeFolder } from '#cli/commands/organise/make-folder.ts'
import { moveItems } from '#cli/commands/organise/move-items.ts'
import { listFolder } from '#cli/commands/list-folder.ts'
import { logIn } from '#cli/commands/log-in.ts'
import { exportLibrary } from '#cli/commands/export-library.ts'
import { importFiles } from '#cli/commands/import-files.ts'
import { editPrompt } from '#cli/commands/edit-prompt.ts'
import { newPrompt } from '#cli/commands/new-prompt.ts'
import { openPrompt } from '#cli/commands/open-prompt.ts'
import { runPrompt } from '#cli/commands/run-prompt.ts'
import { logOut, listServers, whoAmI } from '#cli/commands/list-servers.ts'
import { fillIn } from '#cli/commands/fill-in.ts'
import { searchLibrary } from '#cli/commands/search-library.ts'
import { showPrompt } from '#cli/commands/show-prompt.ts'
import { showVersion } from '#cli/commands/show-version.ts'
import { syncDirectoryCommand } from '#cli/commands/sync/sync-command.ts'
import { syncSkillsCommand } from '#cli/commands/sync/skills-command.ts'
import { writeCompletion } from '#cli/commands/write-completion.ts'

/** Runs if the first word is not a command but the name of a prompt. */
export const unnamedCommand: Command = fillIn

const named: readonly Command[] = [
  searchLibrary,
  listFolder,
  showPrompt,
  runPrompt,
  openPrompt,
  newPrompt,
  editPrompt,
  makeFolder,
  moveItems,
  deleteItems,
  importFiles,
  exportLibrary,
  syncDirectoryCommand,
  syncSkillsCommand,
  logIn,
  logOut,
  listServers,
  whoAmI,
  bridgeAssistants,
  showVersion,
]

/** Every command with a name, in the order of the help. */
export const commands: readonly Command[] = [...named, writeCompletion(named, unnamedCommand)]

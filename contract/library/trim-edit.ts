import type { PromptEdit } from '#contract/library/prompts.ts'
import { settingsFor } from '#contract/variables/variable-settings.ts'

/** Removes the settings of variables that an edit's body does not have. */
export function trimEdit(edit: PromptEdit): PromptEdit {
  return { ...edit, variables: settingsFor(edit.prompt, edit.variables ?? []) }
}

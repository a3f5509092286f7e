import { folderCalls } from '#contract/library/folders.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import type { Account } from './call-api.ts'

/** Builders for the library of a journey. They use the API, as the client does. */

export type PromptText = {
  name: string
  text?: string
  /** The stored form of the text, used instead of `text`. */
  stored?: string
  folderId?: string | null
  color?: string
  notes?: string | null
  whenToUse?: string
  shortName?: string
  variables?: VariableSetting[]
}

export async function makePrompt(account: Account, prompt: PromptText): Promise<string> {
  const { name, text = 'Announce {product} to {audience}.', folderId = null } = prompt
  const {
    color = 'FFD166',
    notes = null,
    stored = toStoredForm(text),
    shortName,
    whenToUse,
    variables,
  } = prompt
  const made = await account.call(promptCalls.createPrompt, {
    name,
    color,
    notes,
    folderId,
    prompt: stored,
    shortName,
    whenToUse,
    variables,
  })
  return made.id
}

export async function makeFolder(
  account: Account,
  name: string,
  folderId: string | null = null,
  color = '4ECDC4',
): Promise<string> {
  const made = await account.call(folderCalls.createFolder, { name, color, folderId })
  return made.id
}

import type { Client } from '#contract/core/client.ts'
import { limits } from '#contract/core/limits.ts'
import { promptCalls, type Prompt } from '#contract/library/prompts.ts'
import { foldForSearch } from '#contract/library/search/folding.ts'
import { isSearchable } from '#contract/library/search/searchable.ts'
import { isShortName } from '#contract/core/short-names.ts'
import { skillCalls } from '#contract/transfer/skills/skills.ts'
import { CommandError } from '#cli/core/define-command.ts'
import { CallError } from '#cli/server/make-client.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

/** The id of a prompt or a folder. */
export const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** No prompt has this name. */
export class NoPromptError extends CommandError {}

/** Prompts that are suggested instead of one that does not exist. */
const mostProposed = 5

/**
 * Finds a prompt by its short name, with or without a slash; by its id; or by its whole title, in any case.
 *
 * @throws CommandError with similar names if there is none, or if several have this title
 */
export async function findPrompt(client: Client, named: string, texts: Texts): Promise<Prompt> {
  const promptId = isId.test(named) ? named : await findId(client, named, texts)
  try {
    return (await client(promptCalls.getPrompt, { promptId })).prompt
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new NoPromptError(fillText(texts.find.none, { name: named }), { cause: error })
  }
}

async function findId(client: Client, named: string, texts: Texts): Promise<string> {
  const shortName = named.replace(/^\//, '').toLowerCase()
  if (isShortName(shortName)) {
    const { skills } = await client(skillCalls.listSkills, { shortName })
    if (skills[0]) return skills[0].id
  }
  const found = await searchTitles(client, named)
  const same = found.filter(({ name }) => foldForSearch(name) === foldForSearch(named.trim()))
  if (same.length === 1 && same[0]) return same[0].id
  const text = same.length > 1 ? texts.find.several : texts.find.none
  const proposed = (same.length > 1 ? same : found).slice(0, mostProposed)
  const lines = proposed.map(
    ({ id, name, shortName }) => `  ${shortName ?? (same.length > 1 ? id : name)}`,
  )
  const similar = same.length > 1 || lines.length === 0 ? [] : [texts.find.similar]
  const message = [fillText(text, { name: named }), ...similar, ...lines].join('\n')
  throw same.length > 1 ? new CommandError(message) : new NoPromptError(message)
}

async function searchTitles(client: Client, search: string) {
  if (!isSearchable(search) || search.length > limits.searchMaxLength) return []
  const { prompts, similar = [] } = await client(promptCalls.searchPrompts, { search })
  return [...prompts, ...similar]
}

function isMissing(error: unknown): boolean {
  return error instanceof CallError && error.failure?.code === 'not_found'
}

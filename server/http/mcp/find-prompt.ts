import type { Prompt } from '#contract/library/prompts.ts'
import type { Skill } from '#contract/transfer/skills/skills.ts'
import { isShortName } from '#contract/core/short-names.ts'
import { ApiError } from '#server/core/api-error.ts'
import { refuse } from '#server/http/mcp/fill-prompt.ts'
import type { Caller } from '#server/http/mcp/make-caller.ts'

const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const findIt = 'Find it with search.'

/**
 * Finds a prompt by its id, or by its short name as clients write it: with a slash, in capitals, with `_` for `-`.
 *
 * @throws ApiError `invalid_request` with a sentence if there is none; `outside_folder`
 */
export async function findPrompt(caller: Caller, named: string): Promise<Prompt> {
  if (!isId.test(named)) return getPrompt(caller, await findSkill(caller, named))
  try {
    return (await caller.call('getPrompt', { promptId: named })).prompt
  } catch (error) {
    throw isMissing(error) ? refuse(`There is no prompt with this id. ${findIt}`) : error
  }
}

/** @throws ApiError `invalid_request` with a sentence if there is none */
export async function findSkill({ call }: Caller, named: string): Promise<Skill> {
  const shortName = named.slice(0, 100).replace(/^\//, '').toLowerCase().replaceAll('_', '-')
  const [skill] = isShortName(shortName) ? (await call('listSkills', { shortName })).skills : []
  if (skill === undefined)
    throw refuse(`There is no prompt named ${JSON.stringify(shortName)}. ${findIt}`)
  return skill
}

export async function getPrompt({ call }: Caller, { id }: Pick<Skill, 'id'>): Promise<Prompt> {
  return (await call('getPrompt', { promptId: id })).prompt
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.errorCode === 'not_found'
}

import type { skillCalls } from '#contract/transfer/skills/skills.ts'
import type { Operations } from '#server/core/operation.ts'
import { listSkills } from '#server/library/skills/list-skills.ts'

export const skillOperations: Operations<typeof skillCalls> = {
  listSkills: ({ db }, { owner }, input) => listSkills(db, owner, input),
}

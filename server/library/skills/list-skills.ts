import { setImmediate as nextTurn } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { cutTo, limits } from '#contract/core/limits.ts'
import type { Skill, skillCalls, SkillInput } from '#contract/transfer/skills/skills.ts'
import { descriptionOf } from '#contract/transfer/skills/skill-prompt.ts'
import { kindOf } from '#contract/variables/kinds.ts'
import { settingsByName, type VariableSetting } from '#contract/variables/variable-settings.ts'
import { variableNames } from '#contract/variables/variables.ts'
import type { Database } from '#server/db/database.ts'
import { fromJson } from '#server/db/json-column.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { checkFolder } from '#server/library/folders/check-folder.ts'
import { listSkillRows, type SkillRow } from '#server/library/skills/skills.queries.ts'

/** Rows per query; a page needs three queries: 7 MB with texts of maximum length. */
const rowsAtOnce = 34
/** Characters of texts that are read in one turn of the event loop, and for one answer. */
const quicklyRead = 100_000
const mostRead = 4_000_000

/** The maximum characters of an input's texts, and number of options named. */
const helpLength = 300
const optionLength = 60
const optionsNamed = 20

/**
 * Lists the prompts with a short name, in that order, until the answer has `limits.skillsListed` of them or
 * `limits.skillsBytes`.
 *
 * @throws ApiError `not_found` if the folder does not exist or belongs to another owner
 */
export async function listSkills(
  db: Database,
  owner: OwnerNo,
  { after, ...scope }: z.output<typeof skillCalls.listSkills.input>,
): Promise<z.output<typeof skillCalls.listSkills.answer>> {
  if (scope.folderId !== undefined) await checkFolder(db.main, owner, scope.folderId)
  const skills: Skill[] = []
  let [bytes, read, readInTurn] = [0, 0, 0]
  let last = after
  while (true) {
    const rows = await listSkillRows(db.main, owner, { ...scope, after: last }, rowsAtOnce)
    for (const row of rows) {
      const isFull = skills.length >= limits.skillsListed || bytes >= limits.skillsBytes
      if (isFull || read >= mostRead) return { skills, hasMore: true }
      const skill = toSkill(row)
      skills.push(skill)
      bytes += Buffer.byteLength(JSON.stringify(skill))
      read += row.body.length
      readInTurn += row.body.length
      if (readInTurn >= quicklyRead) {
        readInTurn = 0
        await nextTurn()
      }
    }
    if (rows.length < rowsAtOnce) return { skills }
    last = rows.at(-1)?.shortName
  }
}

function toSkill({ body, variables, ...row }: SkillRow): Skill {
  const { id, name, shortName } = row
  const settings = settingsByName(fromJson<VariableSetting>(variables))
  const inputs = variableNames(body)
    .filter((variable) => kindOf(settings.get(variable)) !== 'literal')
    .slice(0, limits.skillInputs)
    .map((variable) => toInput(variable, settings.get(variable)))
  return { id, name, shortName, description: descriptionOf(row), inputs }
}

function toInput(name: string, setting: VariableSetting | undefined): SkillInput {
  const input: SkillInput = { name, kind: kindOf(setting) }
  const { help, options, default: start } = setting ?? {}
  if (help) input.help = cutTo(help, helpLength)
  if (start) input.default = cutTo(start, optionLength)
  if (options && input.kind === 'choice') {
    input.options = options
      .slice(0, optionsNamed)
      .map(({ label, value }) => cutTo(label ?? value, optionLength))
  }
  return input
}

import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { tokenCalls } from '#contract/accounts/tokens.ts'
import { CommandError, exitCodes, UsageError, type Command } from '#cli/core/define-command.ts'
import { readSkills } from '#cli/sync/skills/read-skills.ts'
import { syncSkills, type SkillsReport } from '#cli/sync/skills/sync-skills.ts'
import { patient } from '#cli/sync/library.ts'
import { formatRows } from '#cli/terminal/show-text.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

/** The directories where assistants look for skills, in the home directory or in a project. */
const targets: Record<string, string> = { claude: '.claude/skills', agents: '.agents/skills' }

export const syncSkillsCommand: Command = {
  name: 'skills',
  operands: { least: 1, most: 1 },
  options: { to: { hasValue: true }, project: {} },
  async run({ connect, texts, say, environment }, { operands, text, has }) {
    const usage = `promptshelf ${texts.commands.skills.usage}`
    if (operands[0] !== 'sync') throw new UsageError(fillText(texts.usage.operands, { usage }))
    const names = (text('to') ?? Object.keys(targets).join(',')).split(',')
    const unknown = names.find((name) => !Object.hasOwn(targets, name))
    if (unknown !== undefined) {
      const known = Object.keys(targets).join(', ')
      throw new UsageError(fillText(texts.skills.unknown, { name: unknown, names: known }))
    }
    const base = has('project') ? process.cwd() : (environment['HOME'] ?? homedir())
    const directories = names.map((name) => join(base, targets[name] ?? ''))
    if (has('project')) for (const directory of directories) checkInside(base, directory, texts)
    const { client: once, server } = connect()
    const client = patient(once)
    const token = await client(tokenCalls.describeToken, {})
    const skills = await readSkills({ client, server: server.url, token, environment })
    const reports = directories.map((directory) => syncSkills(directory, server.url, skills))
    for (const { directory, kept } of reports) {
      for (const { name, because } of kept) {
        say(fillText(texts.skills[because], { path: join(directory, name) }))
      }
    }
    const reasons = new Set(reports.flatMap(({ kept }) => kept.map(({ because }) => because)))
    const failed = reasons.has('unwritable') ? exitCodes.failed : 0
    return {
      text: describe(reports, texts),
      json: { targets: reports },
      exitCode: reasons.has('edited') ? exitCodes.conflict : failed,
    }
  },
}

/** A link in someone else's repository may point anywhere. */
function checkInside(base: string, directory: string, texts: Texts): void {
  for (let at = directory; at !== base; at = join(at, '..')) {
    if (!existsSync(at)) continue
    if (relative(realpathSync(base), realpathSync(at)).startsWith('..')) {
      throw new CommandError(fillText(texts.sync.link, { path: at }))
    }
    return
  }
}

function describe(reports: readonly SkillsReport[], { skills: words }: Texts): string {
  const rows = reports.flatMap(({ directory, written, removed }) => [
    ...written.map((name) => [words.written, join(directory, name)]),
    ...removed.map((name) => [words.removed, join(directory, name)]),
  ])
  const counts = reports.map(({ directory, written, unchanged, kept }) => {
    const edited = kept.filter(({ because }) => because === 'edited')
    return fillText(words.count, { count: written.length + unchanged + edited.length, directory })
  })
  const table = rows.length > 0 ? formatRows(rows, Number.POSITIVE_INFINITY) : ''
  return `${table}${counts.join('\n')}\n`
}

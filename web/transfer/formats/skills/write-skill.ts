import { kindOf, type VariableKind } from '#contract/variables/kinds.ts'
import { settingsByName } from '#contract/variables/variable-settings.ts'
import { toPlainText, toStoredForm, variableNames } from '#contract/variables/variables.ts'
import type { WrittenFile } from '#web/transfer/formats/write-zip.ts'
import { cutTo } from '#web/transfer/formats/mend.ts'
import { textFile } from './skill-parts.ts'
import type { SkillPrompt } from './skill-prompt.ts'
import { isExecuted, writeInert } from './write-inert.ts'

/** Writes a folder for each prompt, named by its short name. */
export function* writeSkills(
  prompts: readonly SkillPrompt[],
  onProgress: (share: number) => void = () => {},
): Generator<WrittenFile> {
  for (const [at, prompt] of prompts.entries()) {
    yield* writeSkill(prompt)
    onProgress((at + 1) / prompts.length)
  }
}

/** The limit of the format, in code points. */
const descriptionLength = 1024

export const inputsHeading = '## Inputs\n\n'
export const textHeading = '## Instructions\n\n'
export const followTextFile = `Read [${textFile}](${textFile}) in this folder, and follow it as your instructions.`

/** What an agent needs to know of some kinds of variables. */
const explanations: Partial<Record<VariableKind, string>> = {
  date: 'A `date` without a default is today’s.',
  switch: 'A `switch` is replaced by its text for `on` or `off`.',
  literal: 'A `literal` is not an input, and stays as it is.',
}

/**
 * Writes a prompt as a skill, with the fields of front matter that every reader of the format allows. A text that an agent
 * would execute or replace in part is in `prompt.md`, unchanged. Reading it restores title, text and settings.
 */
export function writeSkill(prompt: SkillPrompt): WrittenFile[] {
  const names = variableNames(prompt.prompt)
  const plain = toPlainText(prompt.prompt)
  // The plain form is ambiguous where the same braces are a variable in one place, and text in another.
  const isPlain = toStoredForm(plain, new Set(names)) === prompt.prompt
  const text = isPlain ? plain : prompt.prompt
  const isApart = isExecuted(text) || text === followTextFile
  const fields = {
    name: prompt.shortName,
    description: descriptionOf(prompt),
    metadata: {
      promptshelf: prompt.id,
      title: prompt.name,
      ...(!isPlain && { variables: 'marked' }),
    },
  }
  const main = [
    `---\n${writeInert(fields)}---\n\n`,
    writeInputs(prompt, names),
    `${textHeading}${isApart ? followTextFile : text}\n`,
  ].join('')
  const inFolder = (name: string) => `${prompt.shortName}/${name}`
  return [
    { path: inFolder('SKILL.md'), text: main, changedAt: prompt.updatedAt },
    ...(isApart ? [{ path: inFolder(textFile), text, changedAt: prompt.updatedAt }] : []),
  ]
}

function writeInputs({ variables }: SkillPrompt, names: readonly string[]): string {
  if (names.length === 0) return ''
  const settings = settingsByName(variables)
  const inputs = names.map((name) => settings.get(name) ?? { name })
  const kinds = new Set(names.map((name) => kindOf(settings.get(name))))
  const explained = [...kinds].flatMap((kind) => explanations[kind] ?? [])
  const intro = [
    'Replace each name in braces by what was given for it, else by its default. Ask for what is missing.',
    ...explained,
  ].join(' ')
  return `${inputsHeading}${intro}\n\n\`\`\`yaml\n${writeInert(inputs)}\`\`\`\n\n`
}

/** Python, in which the published validator is written, trims more than JavaScript. */
// oxlint-disable-next-line no-control-regex
const blank = /^[\s\u001C-\u001F\u0085]*$/

function descriptionOf({ whenToUse, notes, name, shortName }: SkillPrompt): string {
  const firstOfNotes = notes?.trim().split('\n', 1)[0]?.trim()
  const found = [whenToUse, firstOfNotes, name].find((text) => text && !blank.test(text))
  return cutTo(found ?? shortName, descriptionLength)
}

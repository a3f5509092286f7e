import { kindOf, type VariableKind } from '#contract/variables/kinds.ts'
import { settingsByName } from '#contract/variables/variable-settings.ts'
import { toPlainText, toStoredForm, variableNames } from '#contract/variables/variables.ts'
import { descriptionOf, type SkillPrompt } from './skill-prompt.ts'
import { isExecuted, writeInert } from './write-inert.ts'

/** A file of a skill, by its path with `/` between folders. */
export type SkillFile = { path: string; text: string; changedAt?: string | undefined }

/** Writes a folder for each prompt, named by its short name. */
export function* writeSkills(
  prompts: readonly SkillPrompt[],
  onProgress: (share: number) => void = () => {},
): Generator<SkillFile> {
  for (const [at, prompt] of prompts.entries()) {
    yield* writeSkill(prompt)
    onProgress((at + 1) / prompts.length)
  }
}

/** Contains the text of an exported skill if an agent would execute or replace a part of it in `SKILL.md`. */
export const textFile = 'prompt.md'

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
 * Writes a prompt as a skill, with the fields of front matter that every reader of the format allows. If an agent would
 * execute or replace a part of the text, the text is in `prompt.md`, unchanged. Importing the skill restores title,
 * text and settings.
 */
export function writeSkill(prompt: SkillPrompt): SkillFile[] {
  const names = variableNames(prompt.prompt)
  const plain = toPlainText(prompt.prompt)
  // The plain form is ambiguous if the same braces are a variable in one place and text in another.
  const isPlain = toStoredForm(plain, new Set(names)) === toStoredForm(prompt.prompt)
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
    ...(isApart
      ? [{ path: inFolder(textFile), text: keepMark(text), changedAt: prompt.updatedAt }]
      : []),
  ]
}

const byteOrderMark = '\uFEFF'

/** Every parser drops a byte order mark at the start of a file. */
function keepMark(text: string): string {
  return text.startsWith(byteOrderMark) ? byteOrderMark + text : text
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

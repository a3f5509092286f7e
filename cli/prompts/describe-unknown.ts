import { kinds, variableKinds } from '#contract/variables/kinds.ts'
import { VariableSetting } from '#contract/variables/variable-schemas.ts'
import { variableNames } from '#contract/variables/variables.ts'
import { closestWord } from '#contract/core/closest-word.ts'
import type { FilePrompt, PromptFile } from '#cli/prompts/prompt-file.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

const optionFields = ['value', 'label']

/**
 * Describes the parts of a file that prompts do not have: misspelt keys, and in settings of variables unknown fields,
 * kinds, and variables that the text does not contain. Omits those that the prompt already had: a later release may
 * have saved them.
 *
 * @param before the prompt that the file changes; undefined for a new one
 */
export function describeUnknown(
  { prompt, unused = [], misspelt = [] }: PromptFile,
  before: Pick<FilePrompt, 'prompt' | 'variables'> | undefined,
  { unknown: texts }: Texts,
): string[] {
  const had = before?.variables ?? []
  const fields = new Set([...Object.keys(VariableSetting.shape), ...had.flatMap(Object.keys)])
  const ofOptions = new Set([
    ...optionFields,
    ...had.flatMap(({ options = [] }) => options.flatMap(Object.keys)),
  ])
  const knownKinds = new Set<string>([...variableKinds, ...had.map(({ kind }) => kind)])
  const lines: string[] = []
  const report = (text: string, name: string, known: Iterable<string>, values: object = {}) => {
    const meant = closestWord(name, known)
    const names = [...known].join(', ')
    const hint = meant === undefined ? texts.only : texts.meant
    const end = names === '' ? '.' : fillText(hint, { name: meant ?? '', names })
    lines.push(fillText(text, { name, ...values }) + end)
  }
  for (const { key, meant } of misspelt) report(texts.key, key, [meant])
  for (const setting of prompt.variables) {
    const { name: variable, kind, options = [] } = setting
    for (const field of Object.keys(setting)) {
      const offered = kinds[kind as keyof typeof kinds]?.fields ?? fields
      if (!fields.has(field)) report(texts.field, field, ['name', 'kind', ...offered], { variable })
    }
    if (!knownKinds.has(kind)) report(texts.kind, kind, variableKinds, { variable })
    for (const field of new Set(options.flatMap(Object.keys))) {
      if (!ofOptions.has(field)) report(texts.option, field, optionFields, { variable })
    }
  }
  const names = variableNames(prompt.prompt)
  // A variable can be removed from a text without removing its settings.
  const previous = new Set(before === undefined ? [] : variableNames(before.prompt))
  for (const variable of unused) {
    if (!previous.has(variable)) report(texts.variable, variable, names)
  }
  return lines
}

import type english from '#languages/en/extension.json'
import { limits } from '#contract/core/limits.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import { kindOf } from '#contract/variables/kinds.ts'
import { settingsByName } from '#contract/variables/variable-settings.ts'
import { variableNames } from '#contract/variables/variables.ts'
import type { FieldState } from '#extension/insert/insert-text.ts'

type Filled = keyof typeof english.variables

/** A library may have variables in another language than the browser's. */
const words = Object.values(
  import.meta.glob<Record<Filled, string>>('/languages/*/extension.json', {
    eager: true,
    import: 'variables',
  }),
)

/** Which variables of a prompt take a text that the extension knows, by their names in any language. */
export function namesOf(wanted: Filled, { prompt, variables }: Prompt): string[] {
  const known = words.flatMap((texts) => texts[wanted].toLowerCase().split(', '))
  const settings = settingsByName(variables)
  const isText = (name: string) => ['text', 'long'].includes(kindOf(settings.get(name)))
  return variableNames(prompt).filter(
    (name) => known.includes(name.trim().toLowerCase()) && isText(name),
  )
}

/** Returns the values that the page fills in. */
export function valuesOfPage(prompt: Prompt, page: FieldState): Map<string, string> {
  const known = { selection: page.selection, page: `${page.title}\n${page.url}`.trim() }
  const values = new Map<string, string>()
  for (const wanted of ['selection', 'page'] as const) {
    const value = known[wanted]
    if (value.trim() === '' || value.length > limits.promptLength) continue
    for (const name of namesOf(wanted, prompt)) values.set(name, value)
  }
  return values
}

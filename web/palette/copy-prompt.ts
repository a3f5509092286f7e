import type { Prompt } from '#contract/prompts.ts'
import { fillIn, problemOf, defaultValue, type Values } from '#contract/variables/fill-in.ts'
import { kindOf, settingsByName } from '#contract/variables/variable-settings.ts'
import { variableNames } from '#contract/variables/variables.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { readLastValues } from '#web/values/last-values.ts'

/** `gaps`: it has variables that were never filled in here. */
export type CopyOutcome = 'copied' | 'copied-again' | 'gaps' | 'empty' | 'failed'

/**
 * Copies a prompt as it is, or with the values that it was last copied with in this browser.
 *
 * @param locale how dates are written
 */
export async function copyPrompt(prompt: Prompt, locale: string): Promise<CopyOutcome> {
  const { prompt: body, variables } = prompt
  const settings = settingsByName(variables)
  const names = variableNames(body).filter((name) => kindOf(settings.get(name)) !== 'literal')
  const lastValues = names.length > 0 ? readLastValues(prompt.id) : undefined
  if (names.length > 0 && !lastValues) return 'gaps'
  const today = localDay()
  const values: Values = lastValues ?? new Map()
  const hasProblem = names.some((name) => {
    const setting = settings.get(name)
    return problemOf(setting, values.get(name) ?? defaultValue(setting, today)) !== undefined
  })
  if (hasProblem) return 'gaps'
  const text = fillIn(body, values, variables, { locale, today })
  if (text.trim() === '') return 'empty'
  if (!(await copyText(text))) return 'failed'
  return lastValues ? 'copied-again' : 'copied'
}

function localDay(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

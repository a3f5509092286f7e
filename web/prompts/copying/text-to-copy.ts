import { kindOf } from '#contract/variables/kinds.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import { fillIn, problemOf, defaultValue, type Values } from '#contract/variables/fill-in.ts'
import { settingsByName } from '#contract/variables/variable-settings.ts'
import { variableNames } from '#contract/variables/variables.ts'
import { lastValuesOf } from '#web/prompts/values/last-values.ts'

/**
 * Returns a prompt as it is copied without a form: unchanged, or with the values last copied.
 * Undefined if there are no such values, or they no longer pass validation.
 *
 * @param locale the language of dates
 */
export function textToCopy(
  prompt: Prompt,
  locale: string,
): { text: string; isAgain: boolean } | undefined {
  const { prompt: body, variables } = prompt
  const settings = settingsByName(variables)
  const names = variableNames(body).filter((name) => kindOf(settings.get(name)) !== 'literal')
  const lastValues = names.length > 0 ? lastValuesOf(prompt) : undefined
  if (names.length > 0 && !lastValues) return undefined
  const today = localDay()
  const values: Values = lastValues ?? new Map()
  const hasProblem = names.some((name) => {
    const setting = settings.get(name)
    return problemOf(setting, values.get(name) ?? defaultValue(setting, today)) !== undefined
  })
  if (hasProblem) return undefined
  return {
    text: fillIn(body, values, variables, { locale, today }),
    isAgain: lastValues !== undefined,
  }
}

function localDay(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

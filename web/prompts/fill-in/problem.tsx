import { useTranslations } from 'use-intl'
import { decimalMark, writeNumber } from '#contract/variables/numbers.ts'
import { languages } from '#languages/languages.ts'
import { useLanguage } from '#web/messages/messages-provider.tsx'
import type { FieldProblem } from './fill-in-settings.ts'

/** One line about what is missing before a prompt can be copied. */
export function Problem({ problems }: { problems: FieldProblem[] }) {
  const t = useTranslations('prompt.fillIn')
  const mark = decimalMark(languages[useLanguage()].locale)
  const [first] = problems
  if (!first) return null
  const { name } = first
  const { min, max, step } = first.setting
  const written = (number = 0) => writeNumber(String(number), mark)
  const limits = { name, min: written(min), max: written(max) }
  switch (first.problem) {
    case 'missing': {
      const names = problems.filter(({ problem }) => problem === 'missing').map(({ name }) => name)
      return t('needed', { names: names.join(', ') })
    }
    case 'off_step':
      if (step === 1) return t('mustBeWhole', { name })
      return t('mustBeStep', { name, step: written(step), min: written(min) })
    case 'not_a_number':
    case 'too_small':
    case 'too_large':
      if (min !== undefined && max !== undefined) return t('mustBeBetween', limits)
      if (min !== undefined) return t('mustBeAtLeast', limits)
      return max === undefined ? t('mustBeNumber', { name }) : t('mustBeAtMost', limits)
    default:
      return first.problem satisfies never
  }
}

import { useTranslations } from 'use-intl'
import type { FieldProblem } from './fill-in-settings.ts'

/** What is needed before a prompt can be copied, in one line. */
export function Problem({ problems }: { problems: FieldProblem[] }) {
  const t = useTranslations('prompt.fillIn')
  const [first] = problems
  if (!first) return null
  const { name } = first
  const { min, max, step } = first.setting
  const limits = { name, min: String(min), max: String(max) }
  switch (first.problem) {
    case 'missing': {
      const names = problems.filter(({ problem }) => problem === 'missing').map(({ name }) => name)
      return t('needed', { names: names.join(', ') })
    }
    case 'off_step':
      if (step === 1) return t('mustBeWhole', { name })
      return t('mustBeStep', { name, step: String(step), min: String(min ?? 0) })
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

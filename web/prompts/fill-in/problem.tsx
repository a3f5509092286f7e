import { useTranslations } from 'use-intl'
import { decimalMark, writeNumber } from '#contract/variables/numbers.ts'
import { languages } from '#languages/languages.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import type { FieldProblem } from './fill-in-settings.ts'

type InBrief = {
  all: (names: string) => string
  /** Some names, and how many more there are. */
  more: (names: string, count: number) => string
}

/** Names at most three variables, so that a line has room for them. */
export function namesInBrief(names: string[], { all, more }: InBrief): string {
  const named = names.slice(0, 3).join(', ')
  return names.length > 3 ? more(named, names.length - 3) : all(named)
}

/** One line about the missing values of a prompt. */
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
      return namesInBrief(names, {
        all: (named) => t('needed', { names: named }),
        more: (named, count) => t('neededMore', { names: named, count }),
      })
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

import { use } from 'react'
import type { Prompt } from '#contract/library/prompts.ts'
import { ValueTools, type ValueToolsProps } from '#web/prompts/values/value-tools.tsx'
import { FillInContext, withDefaults } from './fill-in-settings.ts'

type FillInToolsProps = Omit<
  ValueToolsProps,
  'values' | 'ownValues' | 'writing' | 'withDefaults'
> & { prompt: Prompt }

/** The tools for stored values, in a form that fills in one of the user's own prompts. */
export function FillInTools(props: FillInToolsProps) {
  const { values, settings, writing, myValues } = use(FillInContext)
  return (
    <ValueTools
      writing={writing}
      values={values}
      ownValues={myValues}
      withDefaults={(current) => withDefaults(props.prompt.prompt, current, settings)}
      {...props}
    />
  )
}

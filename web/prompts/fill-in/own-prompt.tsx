import { use, useRef, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Values } from '#contract/variables/fill-in.ts'
import type { Prompt } from '#contract/prompts.ts'
import { settingsByName } from '#contract/variables/variable-settings.ts'
import { shelfCalls } from '#contract/shelf.ts'
import { useTranslations } from 'use-intl'
import { toastError } from '#web/ui/overlays/toast.ts'
import { useCall } from '#web/api/use-call.ts'
import { noteHint } from '#web/library/hints.ts'
import { ModelChoice } from '#web/runs/model-choice.tsx'
import { RunButton } from '#web/runs/run-button.tsx'
import { RunArea, type Opened } from '#web/runs/run-area.tsx'
import { byName, myValuesQuery } from '#web/values/get-my-values.ts'
import { keepLastValues } from '#web/values/last-values.ts'
import { ValueTools, type ValueToolsProps } from '#web/values/value-tools.tsx'
import { OpenIn } from '#web/prompts/open-in/open-in.tsx'
import { CopyKeysHint } from './copy-keys-hint.tsx'
import { FillIn, type FillInControls } from './fill-in.tsx'
import { FillInContext, withDefaults } from './fill-in-settings.ts'

type OwnPromptProps = {
  prompt: Prompt
  /** Values from an earlier visit. */
  firstValues: Values
  /** Called with unsaved values; undefined if there are none. */
  onUncopied: (values: Values | undefined) => void
  children: ReactNode
}

/** Fills in one of the user's own prompts, also with values stored for it. */
export function OwnPrompt({ prompt, firstValues, onUncopied, children }: OwnPromptProps) {
  const { data: myValues } = useQuery({ ...myValuesQuery, select: byName })
  const t = useTranslations('values')
  const recordUse = useCall(shelfCalls.notePromptUse, { changes: ['uses'] })
  const form = useRef<FillInControls>(null)
  const readFilledIn = () => form.current?.readFilledIn()
  const hasTyped = useRef(false)
  const [opened, setOpened] = useState<Opened>()
  const report = (values: Values | undefined) => {
    hasTyped.current = values !== undefined
    onUncopied(values)
  }
  const storeValues = (values: Values) => {
    const settings = settingsByName(prompt.variables)
    const isStored = keepLastValues(prompt.id, withDefaults(prompt.prompt, values, settings))
    if (!isStored) toastError(t('tooLong'))
    // Copying does not wait: a failed recording is lost.
    recordUse.mutate({ promptId: prompt.id })
  }
  return (
    <FillIn
      ref={form}
      body={prompt.prompt}
      variables={prompt.variables}
      notes={prompt.notes}
      autoFocus
      firstValues={firstValues}
      myValues={myValues}
      tools={
        <Tools
          prompt={prompt}
          hasTyped={() => hasTyped.current}
          onKept={() => report(undefined)}
          onEarlier={() => setOpened('earlier')}
        />
      }
      below={
        <>
          <CopyKeysHint />
          <RunArea
            promptId={prompt.id}
            opened={opened}
            onOpen={setOpened}
            readFilledIn={readFilledIn}
          />
        </>
      }
      onUncopied={report}
      onCopied={(values) => {
        storeValues(values)
        noteHint({ hasNamedCopyKeys: true })
      }}
    >
      <RunButton
        promptId={prompt.id}
        readFilledIn={readFilledIn}
        onRun={(hasModel) => setOpened(hasModel ? undefined : 'no-model')}
        onAccepted={(values) => {
          storeValues(values)
          report(undefined)
        }}
      />
      <OpenIn copyNow={() => form.current?.copyNow()} />
      {children}
    </FillIn>
  )
}

type ToolsProps = Omit<ValueToolsProps, 'values' | 'ownValues' | 'withDefaults'> & {
  prompt: Prompt
  onEarlier: () => void
}

function Tools({ onEarlier, ...rest }: ToolsProps) {
  const { values, settings, myValues } = use(FillInContext)
  return (
    <>
      <ValueTools
        values={values}
        ownValues={myValues}
        withDefaults={(current) => withDefaults(rest.prompt.prompt, current, settings)}
        {...rest}
      />
      <ModelChoice body={rest.prompt.prompt} values={values} onEarlier={onEarlier} />
    </>
  )
}

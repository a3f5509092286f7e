import { use, useRef, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Values } from '#contract/variables/fill-in.ts'
import type { Prompt } from '#contract/prompts.ts'
import { shelfCalls } from '#contract/shelf.ts'
import { useCall } from '#web/api/use-call.ts'
import { ModelChoice } from '#web/runs/model-choice.tsx'
import { RunButton } from '#web/runs/run-button.tsx'
import { RunArea, type Opened } from '#web/runs/run-area.tsx'
import { byName, myValuesQuery } from '#web/values/get-my-values.ts'
import { keepLastValues } from '#web/values/last-values.ts'
import { ValueTools } from '#web/values/value-tools.tsx'
import { OpenIn } from '#web/prompts/open-in/open-in.tsx'
import { FillIn, type WaysOn } from './fill-in.tsx'
import { FillInContext, type FillInValues } from './fill-in-values.ts'

type OwnPromptProps = {
  prompt: Prompt
  /** What was filled in before. */
  firstValues: Values
  /** Called with what would be lost; undefined when that is nothing. */
  onUncopied: (values: Values | undefined) => void
  children: ReactNode
}

/** A prompt of the reader's own to be filled in, also with values that are kept. */
export function OwnPrompt({ prompt, firstValues, onUncopied, children }: OwnPromptProps) {
  const { data: myValues } = useQuery({ ...myValuesQuery, select: byName })
  const noteUse = useCall(shelfCalls.notePromptUse, { changes: ['uses'] })
  const hasTyped = useRef(false)
  const [opened, setOpened] = useState<Opened>()
  const report = (values: Values | undefined) => {
    hasTyped.current = values !== undefined
    onUncopied(values)
  }
  const keep = (values: Values) => {
    keepLastValues(prompt.id, values)
    // Copying waits for nothing: a note that fails is lost.
    noteUse.mutate({ promptId: prompt.id })
  }
  return (
    <FillIn
      body={prompt.prompt}
      variables={prompt.variables}
      notes={prompt.notes}
      autoFocus
      firstValues={firstValues}
      myValues={myValues}
      tools={
        <WithValues>
          {(values) => (
            <>
              <ValueTools
                prompt={prompt}
                values={values}
                hasTyped={() => hasTyped.current}
                onKept={() => report(undefined)}
              />
              <ModelChoice
                body={prompt.prompt}
                values={values}
                onEarlier={() => setOpened('earlier')}
              />
            </>
          )}
        </WithValues>
      }
      onward={({ take, copyNow }) => (
        <>
          <WithValues>
            {(values) => (
              <RunButton
                promptId={prompt.id}
                take={() => takeWith(values, take)}
                onRun={(hasModel) => {
                  setOpened(hasModel ? undefined : 'no-model')
                  if (!hasModel) return
                  keep(values.get())
                  report(undefined)
                }}
              />
            )}
          </WithValues>
          <OpenIn copyNow={copyNow} />
        </>
      )}
      below={({ take }) => (
        <WithValues>
          {(values) => (
            <RunArea
              promptId={prompt.id}
              opened={opened}
              onOpen={setOpened}
              take={() => takeWith(values, take)}
            />
          )}
        </WithValues>
      )}
      onUncopied={report}
      onCopied={keep}
    >
      {children}
    </FillIn>
  )
}

function WithValues({ children }: { children: (values: FillInValues) => ReactNode }) {
  return children(use(FillInContext))
}

function takeWith(values: FillInValues, take: WaysOn['take']) {
  const text = take()
  return text === undefined ? undefined : { text, values: values.get() }
}

import { use, useRef, useState, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { useQuery } from '@tanstack/react-query'
import type { Values } from '#contract/variables/fill-in.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import { useTranslations } from 'use-intl'
import type { MenuControls } from '#web/ui/controls/menu.tsx'
import { AnswerFoot } from '#web/prompts/runs/answers/answer-foot.tsx'
import { useAnswerScreen } from '#web/prompts/runs/answers/answer-screen.ts'
import { RunAnyway } from '#web/prompts/runs/run-anyway.tsx'
import { RunButton, type RunButtonProps } from '#web/prompts/runs/run-button.tsx'
import type { RunInput } from '#web/prompts/runs/use-run.ts'
import { noteHint } from '#web/library/hints.ts'
import { RunArea, type Opened, type RunAreaProps } from '#web/prompts/runs/run-area.tsx'
import { myValuesByName, myValuesQuery } from '#web/prompts/values/get-my-values.ts'
import { OpenIn, OpenInButtons } from '#web/prompts/open-in/open-in.tsx'
import { CopyKeysHint } from './copy-keys-hint.tsx'
import { FillIn, type FillInControls } from './fill-in.tsx'
import { FillInContext } from './fill-in-settings.ts'
import { FillInTools } from './fill-in-tools.tsx'
import { useRecordCopy } from './use-record-copy.ts'
import { FoldedPrompt } from '#web/prompts/view/folded-prompt.tsx'

/** The menus that the dialog's menu opens on a phone, where the buttons' own menus have no room. */
export type OwnPromptMenus = {
  models: Ref<MenuControls>
  openIn: Ref<MenuControls>
}

type OwnPromptProps = {
  prompt: Prompt
  menus: OwnPromptMenus
  /** Values from an earlier visit. */
  firstValues: Values
  /** Called with unsaved values; undefined if there are none. */
  onUncopied: (values: Values | undefined) => void
}

/** Fills in one of the user's own prompts, also with values stored for it. */
export function OwnPrompt({ prompt, menus, firstValues, onUncopied }: OwnPromptProps) {
  const { data: myValues } = useQuery({ ...myValuesQuery, select: myValuesByName })
  const tShortName = useTranslations('history.shortName')
  const { last, recordCopy } = useRecordCopy(prompt)
  const form = useRef<FillInControls>(null)
  const screen = useAnswerScreen(prompt.id)
  const hasTyped = useRef(false)
  const [opened, setOpened] = useState<Opened>()
  const report = (values: Values | undefined) => {
    hasTyped.current = values !== undefined
    if (values !== undefined) screen.stopExpecting()
    onUncopied(values)
  }
  const unfold = () => {
    // Before the focus moves into the text.
    flushSync(() => screen.unfold())
    form.current?.showText()
  }
  const readFilledIn = () => {
    const filledIn = form.current?.readToRun()
    if (filledIn || !screen.isFolded) return filledIn
    // The missing variables are in the text.
    unfold()
    return form.current?.readToRun()
  }
  const copyNow = () => form.current?.copyNow()
  const { notes, whenToUse } = prompt
  const about = [whenToUse && `${tShortName('whenToUse')}: ${whenToUse}`, notes]
  const run: RunInput = {
    promptId: prompt.id,
    readFilledIn,
    onRun: (hasModel) => {
      if (hasModel) screen.expect()
      setOpened(hasModel ? undefined : 'no-model')
    },
    onAccepted: (values) => {
      recordCopy(values)
      report(undefined)
    },
  }
  return (
    <FillIn
      ref={form}
      body={prompt.prompt}
      variables={prompt.variables}
      notes={about.filter((text) => text).join('\n\n')}
      autoFocus
      firstValues={firstValues}
      myValues={myValues}
      tools={
        <FillInTools
          prompt={prompt}
          last={last}
          hasTyped={() => hasTyped.current}
          onKept={() => report(undefined)}
        />
      }
      copyMenu={<OpenIn menu={menus.openIn} body={prompt.prompt} copyNow={copyNow} />}
      below={
        <>
          <CopyKeysHint />
          <Answers
            prompt={prompt}
            screen={screen}
            opened={opened}
            onOpen={setOpened}
            readFilledIn={readFilledIn}
            openIn={<OpenInButtons body={prompt.prompt} copyNow={copyNow} />}
          />
        </>
      }
      folded={screen.isFolded ? <FoldedPrompt body={prompt.prompt} onUnfold={unfold} /> : undefined}
      otherFoot={screen.hasScreen ? <AnswerFoot run={screen.shown} onChange={unfold} /> : undefined}
      runAnyway={<RunAnyway {...run} />}
      onUncopied={report}
      onCopied={(values, isByKey) => {
        recordCopy(values)
        // A user who copied by shortcut knows it.
        if (!isByKey) noteHint({ hasNamedCopyKeys: true })
      }}
    >
      <Run
        body={prompt.prompt}
        menu={menus.models}
        onEarlier={() => setOpened('earlier')}
        {...run}
      />
    </FillIn>
  )
}

function Answers(props: Omit<RunAreaProps, 'filledIn'>) {
  const { values } = use(FillInContext)
  return <RunArea filledIn={values} {...props} />
}

function Run({ body, ...rest }: Omit<RunButtonProps, 'unsent'> & { body: string }) {
  const { values } = use(FillInContext)
  return <RunButton unsent={{ body, values }} {...rest} />
}

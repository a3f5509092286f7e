import { use, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { TextCursorInput } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Prompt } from '#contract/library/prompts.ts'
import type { InsertResult } from '#extension/insert/insert-text.ts'
import { FillInTools } from '#web/prompts/fill-in/fill-in-tools.tsx'
import { FillIn, type FillInControls } from '#web/prompts/fill-in/fill-in.tsx'
import { useRecordCopy } from '#web/prompts/fill-in/use-record-copy.ts'
import { myValuesByName, myValuesQuery } from '#web/prompts/values/get-my-values.ts'
import { followLastValues, lastValuesAreStored } from '#web/prompts/values/last-values.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { copyText } from '#web/ui/copy-text.ts'
import { waitAtMost } from '#web/ui/wait-at-most.ts'
import { PasteButton } from './paste-button.tsx'
import { valuesOfPage } from './own-values.ts'
import type { TabField } from './tab-field.ts'

/** How long the form waits for the values of the last use, and the popup until these are stored, in milliseconds. */
const patience = 500
await waitAtMost(patience, followLastValues())

/** What happened to a text that was not inserted. */
export type Outcome = { reason: Exclude<InsertResult, 'inserted'>; isCopied: boolean }

type FillingProps = {
  prompt: Prompt
  field: Promise<TabField>
  onPending: (outcome: Outcome) => void
}

/** The form of a prompt, whose text is inserted into the page. */
export function Filling({ prompt, field, onPending }: FillingProps) {
  const t = useTranslations('extension')
  const page = use(field)
  const { data: myValues } = useQuery({ ...myValuesQuery, select: myValuesByName })
  const { last, recordCopy } = useRecordCopy(prompt)
  const form = useRef<FillInControls>(null)
  const hasTyped = useRef(false)
  const [isInserting, setInserting] = useState(false)
  const [firstValues] = useState(() => valuesOfPage(prompt, page))

  async function insert() {
    const filled = isInserting ? undefined : form.current?.readToRun()
    if (!filled) return
    setInserting(true)
    recordCopy(filled.values)
    const result = await page.insert(filled.text)
    await waitAtMost(patience, lastValuesAreStored())
    if (result === 'inserted') return window.close()
    onPending({ reason: result, isCopied: await copyText(filled.text) })
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
      mainAction={{
        label: t('insert'),
        icon: <TextCursorInput size={16} />,
        isBusy: isInserting,
        onPress: () => void insert(),
      }}
      runAnyway={
        <button type="button" className={buttonStyles.link} onClick={() => void insert()}>
          {t('insertAnyway')}
        </button>
      }
      tools={
        <FillInTools
          prompt={prompt}
          last={last}
          hasTyped={() => hasTyped.current}
          onKept={() => (hasTyped.current = false)}
        />
      }
      below={<PasteButton prompt={prompt} />}
      onCopied={recordCopy}
      onUncopied={(values) => (hasTyped.current = values !== undefined)}
    />
  )
}

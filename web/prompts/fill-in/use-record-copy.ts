import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Values } from '#contract/variables/fill-in.ts'
import { settingsByName } from '#contract/variables/variable-settings.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import { useCall } from '#web/api/use-call.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import { toList, useKeepsInAccount } from '#web/prompts/values/get-my-values.ts'
import {
  areTooLong,
  forgetLastValues,
  keepLastValues,
  keepsLastValues,
  useLastValues,
} from '#web/prompts/values/last-values.ts'
import { withDefaults } from './fill-in-settings.ts'

/**
 * Records that a prompt was copied or run, and remembers its values: in the account, by the call that records the use,
 * if
 * the account keeps them, else in this browser. Also returns the current last values.
 */
export function useRecordCopy(prompt: Prompt): {
  last: Values | undefined
  recordCopy: (values: Values) => void
} {
  const t = useTranslations('values')
  const isInAccount = useKeepsInAccount()
  const isSent = useRef(false)
  const { mutate: recordUse } = useCall(shelfCalls.notePromptUse, {
    changes: ['uses'],
    onSuccess: () => isSent.current && forgetLastValues(prompt.id),
  })
  const stored = useLastValues(prompt)
  const [copied, setCopied] = useState<Values>()

  // Copying does not wait: a failed recording is lost, the values are not.
  const recordCopy = (filledIn: Values) => {
    const promptId = prompt.id
    const values = withDefaults(prompt.prompt, filledIn, settingsByName(prompt.variables))
    const list = toList(values)
    const isTooLong = areTooLong(list)
    if (isTooLong && keepsLastValues()) toastError(t('tooLong'))
    const isEmpty = list.every(({ value }) => value === '')
    if (isTooLong || isEmpty || !keepsLastValues()) return recordUse({ promptId })
    // Kept in this browser until the account has stored them.
    keepLastValues(promptId, values)
    setCopied(values)
    isSent.current = isInAccount
    recordUse(isInAccount ? { promptId, values: list } : { promptId })
  }
  return { last: copied ?? stored, recordCopy }
}

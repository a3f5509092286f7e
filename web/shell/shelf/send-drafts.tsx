import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { InputOf } from '#contract/core/call.ts'
import { promptCalls, type PromptEdit } from '#contract/library/prompts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useIsLost } from '#web/api/connection.ts'
import { putDraft, readDrafts, removeDraft, type DeviceDraft } from '#web/api/device-drafts.ts'
import { send } from '#web/api/send.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { useCommands, type CommandState } from '#web/library/commands.ts'
import { fillFromDraft, withDraft } from '#web/prompts/device-draft.ts'
import { invalidate } from '#web/shell/connection/query-client.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'

/**
 * Saves the drafts of this device once the server can be reached. A draft that cannot be saved opens in its form, which
 * shows why; so does one whose form was still open when its tab was closed.
 */
export function SendDrafts() {
  const t = useTranslations('library.drafts')
  const errorText = useErrorText()
  const { open } = useCommands()
  const isLost = useIsLost()
  const running = useRef(Promise.resolve())
  const isFree = (useLocation().state as CommandState)?.dialog === undefined

  const openForm = useEffectEvent((draft: DeviceDraft, saves: boolean) => {
    fillFromDraft(draft, saves)
    const { promptId, folderId } = draft
    if (promptId === undefined) return open({ kind: 'create-prompt', folderId })
    const { name, color } = draft.form as Pick<PromptEdit, 'name' | 'color'>
    const prompt = { id: promptId, name, color, isPublic: 0 as const, preview: '' }
    open({ kind: 'update-prompt', prompt })
  })

  const openRefused = useEffectEvent(async (draft: DeviceDraft, refusal: ApiError) => {
    if (refusal.code !== 'not_found') return openForm(draft, true)
    // The prompt or its folder has been deleted.
    const isPrompt = draft.promptId !== undefined
    const renewed = { ...draft, promptId: undefined, folderId: null, edit: undefined }
    await putDraft(renewed)
    openForm(renewed, false)
    const { name } = draft.form as PromptEdit
    toastError(isPrompt ? t('promptGone', { name }) : errorText(refusal))
  })

  const settle = useEffectEvent(async (isLost: boolean, isLeft: () => boolean) => {
    let sent = 0
    /** Opens the first form that the user has to see, after all others have been sent. */
    let show: (() => unknown) | undefined
    for (const { key } of await readDrafts()) {
      await withDraft(key, async (draft) => {
        if (draft.edit === undefined) return void (show ??= () => openForm(draft, false))
        if (isLost) return
        try {
          await sendDraft(draft)
          await removeDraft(key)
          sent++
        } catch (error) {
          // Another failure may be over the next time.
          if (!(error instanceof ApiError) || !isFinal(error)) return
          show ??= () => openRefused(draft, error)
        }
      })
    }
    if (sent > 0) {
      toastSuccess(t('sent', { count: sent }))
      void invalidate(['prompts', 'counts'])
    }
    if (!isLeft()) await show?.()
  })

  useEffect(() => {
    if (!isFree) return
    let isLeft = false
    // One after another, because each skips a draft that is in use. Without storage, there are no drafts.
    running.current = running.current
      .then(() => (isLeft ? undefined : settle(isLost, () => isLeft)))
      .catch(() => {})
    return () => {
      isLeft = true
    }
  }, [isLost, isFree])
  return null
}

/** @throws ApiError */
async function sendDraft({ key, promptId, folderId, edit }: DeviceDraft): Promise<void> {
  const saved = edit as Omit<InputOf<typeof promptCalls.updatePrompt>, 'promptId'>
  if (promptId !== undefined)
    return void (await send(promptCalls.updatePrompt, { ...saved, promptId }))
  await send(promptCalls.createPrompt, { ...saved, folderId, attempt: key })
}

/** Whether the server has refused the draft for a reason that does not pass. */
function isFinal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 429
}

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { trashCalls } from '#contract/trash.ts'
import type { Resource } from '#web/api/resources.ts'
import { send } from '#web/api/send.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { toastError, toastSuccess, toastUndoable } from '#web/ui/overlays/toast.ts'

/** What undoing may change. */
const changes: readonly Resource[] = ['prompts', 'folders', 'counts', 'uses', 'trash']

/** What undoes the acts of this page, the last of them last. */
const undoable: (() => void)[] = []
const mostUndoable = 50

export function canUndo(): boolean {
  return undoable.length > 0
}

/** Undoes the last act that has not been undone. */
export function undoLast(): void {
  undoable.at(-1)?.()
}

/**
 * Returns a function that says what was done, in a toast with a button that undoes it. It works after the component
 * is gone.
 */
export function useUndoToast(): (text: string, undo: () => Promise<unknown>) => void {
  const t = useTranslations('library.undo')
  const errorText = useErrorText()
  const client = useQueryClient()
  return (text, undo) => {
    const mutation = client
      .getMutationCache()
      .build(client, { mutationFn: undo, meta: { changes } })
    const onPress = () => {
      // By its button and by a key, but once.
      const at = undoable.indexOf(onPress)
      if (at === -1) return
      undoable.splice(at, 1)
      void mutation.execute(undefined).then(
        () => toastSuccess(t('done')),
        (error: Error) => toastError(errorText(error)),
      )
    }
    undoable.push(onPress)
    if (undoable.length > mostUndoable) undoable.shift()
    toastUndoable(text, { label: t('press'), onPress })
  }
}

/** Like `useUndoToast`, for what went to the trash as the item `trashId`. */
export function useDeletionToast(): (text: string, trashId: string | undefined) => void {
  const toastUndo = useUndoToast()
  return (text, trashId) => {
    // A server of the release before has no trash.
    if (trashId === undefined) toastSuccess(text)
    else toastUndo(text, () => send(trashCalls.restoreTrash, { trashId }))
  }
}

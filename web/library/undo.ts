import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import { selectionCalls, type SelectionChange } from '#contract/library/selection.ts'
import { trashCalls } from '#contract/library/trash.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { Resource } from '#web/api/resources.ts'
import { send } from '#web/api/send.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { closeToastOf, toastError, toastSuccess, toastUndoable } from '#web/ui/overlays/toast.ts'
import { isMac } from './single-keys.ts'

/** Resources that an undo can change. */
const changes: readonly Resource[] = [
  'prompts',
  'folders',
  'counts',
  'uses',
  'trash',
  'versions',
  'runs',
]

/** The number of items to undo, and of those left alone because they were deleted or changed since. */
type Undone = { asked: number; left: number }

/** The undo functions of actions in this page, most recent last. */
const undoable: (() => void)[] = []
const mostUndoable = 50

export function canUndo(): boolean {
  return undoable.length > 0
}

/** Undoes the most recent action. */
export function undoLast(): void {
  undoable.at(-1)?.()
}

/**
 * Returns a function that shows a toast with an undo button. It works after the component has unmounted. An undo that
 * fails for lack of a response or of room can be retried.
 */
export function useUndoToast(): (text: string, undo: () => Promise<Undone>) => void {
  const t = useTranslations('library.undo')
  const errorText = useErrorText()
  const { mutateAsync } = useMutation({
    mutationFn: (undo: () => Promise<Undone>) => undo(),
    meta: { changes },
  })
  return (text, undo) => {
    const onPress = () => {
      // The button and the shortcut together undo only once.
      const at = undoable.indexOf(onPress)
      if (at === -1) return
      undoable.splice(at, 1)
      closeToastOf(onPress)
      void mutateAsync(undo).then(
        ({ asked, left }) => {
          if (left === 0) toastSuccess(t('done'))
          else if (left < asked) toastError(t('partly', { left }))
          else toastError(t('changed'))
        },
        (error: Error) => {
          if (isFinal(error)) return toastError(t('changed'))
          undoable.splice(at, 0, onPress)
          toastError(errorText(error), { label: t('press'), onPress })
        },
      )
    }
    undoable.push(onPress)
    if (undoable.length > mostUndoable) undoable.shift()
    const hint = t('byKey', { mac: isMac ? 'yes' : 'no' })
    toastUndoable(text, { label: t('press'), onPress, hint })
  }
}

/** Whether the item was deleted or changed since, so that a retry cannot succeed. */
function isFinal(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409)
}

/**
 * Returns a function that sends a call and shows its error in a toast. `onAnswer` runs before queries are refetched, so
 * that a change can be undone as soon as it is visible.
 */
export function useUndoableCall<C extends Call>(call: C, changes: readonly Resource[]) {
  const errorText = useErrorText()
  const { mutateAsync } = useMutation({
    mutationFn: async ({ input, onAnswer }: UndoableInput<C>) => onAnswer(await send(call, input)),
    meta: { changes },
  })
  return (input: InputOf<C>, onAnswer: (answer: AnswerOf<C>) => void): Promise<void> =>
    mutateAsync({ input, onAnswer }).catch((error: Error) => toastError(errorText(error)))
}

type UndoableInput<C extends Call> = {
  input: InputOf<C>
  onAnswer: (answer: AnswerOf<C>) => void
}

/** Like `useUndoToast`, for a deletion that created the trash item `trashId`. */
export function useDeletionToast(): (text: string, trashId: string) => void {
  const toastUndo = useUndoToast()
  return (text, trashId) =>
    toastUndo(text, () => undoOne(send(trashCalls.restoreTrash, { trashId })))
}

/** Undoes one item by a call. */
export async function undoOne(call: Promise<unknown>): Promise<Undone> {
  await call
  return { asked: 1, left: 0 }
}

/** Applies changes that revert others. */
export async function undoChanges(changes: SelectionChange[]): Promise<Undone> {
  const { left } = await send(selectionCalls.changeSelection, { changes })
  const counts = changes.map(({ promptIds, folderIds }) => promptIds.length + folderIds.length)
  return { asked: counts.reduce((sum, count) => sum + count, 0), left }
}

/** Moves created items to the trash, except those edited since. */
export async function undoCreation(promptIds: string[], folderIds: string[] = []): Promise<Undone> {
  const created = { promptIds, folderIds, onlyAsMade: true }
  const { left } = await send(selectionCalls.deleteSelection, created)
  return { asked: promptIds.length + folderIds.length, left }
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import { selectionCalls, type SelectionChange } from '#contract/selection.ts'
import { trashCalls } from '#contract/trash.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { Resource } from '#web/api/resources.ts'
import { send } from '#web/api/send.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { toastError, toastSuccess, toastUndoable } from '#web/ui/overlays/toast.ts'

/** What undoing may change. */
const changes: readonly Resource[] = ['prompts', 'folders', 'counts', 'uses', 'trash', 'versions']

/** How many things an undo was asked to take back, and how many of them were gone or changed since. */
type Undone = { asked: number; left: number }

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
 * is gone. An undo that fails for lack of an answer, or of room, can be tried again.
 */
export function useUndoToast(): (text: string, undo: () => Promise<Undone>) => void {
  const t = useTranslations('library.undo')
  const errorText = useErrorText()
  const client = useQueryClient()
  return (text, undo) => {
    const onPress = () => {
      // By its button and by a key, but once.
      const at = undoable.indexOf(onPress)
      if (at === -1) return
      undoable.splice(at, 1)
      const mutation = client
        .getMutationCache()
        .build(client, { mutationFn: undo, meta: { changes } })
      void mutation.execute(undefined).then(
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
    toastUndoable(text, { label: t('press'), onPress })
  }
}

/** Whether what was to be undone is gone, or is another by now. */
function isFinal(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409)
}

/**
 * Returns a function that makes a call of the contract, and shows the error that it ends in. `onAnswer` runs before the
 * queries on screen are refetched: what is seen to have happened can be undone.
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

/** Like `useUndoToast`, for what went to the trash as the item `trashId`. */
export function useDeletionToast(): (text: string, trashId: string) => void {
  const toastUndo = useUndoToast()
  return (text, trashId) =>
    toastUndo(text, () => undoOne(send(trashCalls.restoreTrash, { trashId })))
}

/** What undoes one thing, by a call that succeeds or fails. */
export async function undoOne(call: Promise<unknown>): Promise<Undone> {
  await call
  return { asked: 1, left: 0 }
}

/** Makes the changes that undo others. */
export async function undoChanges(changes: SelectionChange[]): Promise<Undone> {
  const { left } = await send(selectionCalls.changeSelection, { changes })
  const counts = changes.map(({ promptIds, folderIds }) => promptIds.length + folderIds.length)
  return { asked: counts.reduce((sum, count) => sum + count, 0), left }
}

/** Moves to the trash what was made, as far as it is as it was made. */
export async function undoMaking(promptIds: string[], folderIds: string[] = []): Promise<Undone> {
  const made = { promptIds, folderIds, onlyAsMade: true }
  const { left } = await send(selectionCalls.deleteSelection, made)
  return { asked: promptIds.length + folderIds.length, left }
}

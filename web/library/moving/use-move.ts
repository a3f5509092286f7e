import { useTranslations } from 'use-intl'
import { promptCalls } from '#contract/library/prompts.ts'
import { selectionCalls } from '#contract/library/selection.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useAttempt } from '#web/api/attempt.ts'
import { useCall } from '#web/api/use-call.ts'
import { undoChanges, undoCreation, useUndoToast } from '#web/library/undo.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { clearSelection } from '#web/library/selection/selection.ts'
import { toastError } from '#web/ui/overlays/toast.ts'

/** The items to move or copy. `name` is that of the first. */
export type Moved = {
  promptIds: string[]
  folderIds: string[]
  name: string
  mode: 'move' | 'copy'
}

/** Moves or copies items to a folder, and shows a toast that can undo it. */
export function useMove({ promptIds, folderIds, mode }: Moved, current: string | null | undefined) {
  const t = useTranslations('library')
  const tMoving = useTranslations('history.moving')
  const errorText = useErrorText()
  const attempt = useAttempt()
  const toastUndo = useUndoToast()
  const movePrompt = useCall(promptCalls.movePrompt, { changes: ['prompts', 'counts'] })
  const changeSelection = useCall(selectionCalls.changeSelection, {
    changes: ['prompts', 'folders', 'counts'],
  })
  const copySelection = useCall(selectionCalls.copySelection, {
    changes: ['prompts', 'folders', 'counts'],
  })

  const onError = (error: Error) => {
    const isKnown = error instanceof ApiError && error.code !== 'unknown'
    const isPrompt = mode === 'move' && folderIds.length === 0
    toastError(isKnown ? errorText(error) : isPrompt ? t('move.failed') : tMoving(`failed.${mode}`))
  }

  function move(folderId: string, folder: string, onDone: () => void) {
    const [promptId = ''] = promptIds
    const done = (...[text, undo]: Parameters<typeof toastUndo>) => {
      onDone()
      // Moved items may stay on screen among the recently used ones. Another action on them would be a surprise.
      if (mode === 'move') clearSelection()
      toastUndo(text, undo)
    }
    const count = promptIds.length + folderIds.length
    const isPrompt = count === 1 && promptIds.length === 1
    const doneText = (what: 'moved' | 'copied') =>
      folderId === 'root' ? tMoving(`${what}ToRoot`, { count }) : tMoving(what, { count, folder })
    if (mode === 'copy') {
      copySelection.mutate(
        { promptIds, folderIds, folderId, attempt },
        {
          onSuccess: (copies) =>
            done(doneText('copied'), () => undoCreation(copies.ids, copies.folderIds)),
          onError,
        },
      )
    } else if (isPrompt && current !== undefined) {
      const undo = { promptIds, folderIds: [], folderId: current ?? 'root', ifStill: { folderId } }
      movePrompt.mutate(
        { promptId, folderId },
        {
          onSuccess: () => done(t('move.done'), () => undoChanges([undo])),
          onError,
        },
      )
    } else {
      // The response contains the undo, because the prompt's folder may still be loading.
      changeSelection.mutate(
        { changes: [{ promptIds, folderIds, folderId }] },
        {
          onSuccess: ({ undo }) =>
            done(isPrompt ? t('move.done') : doneText('moved'), () => undoChanges(undo)),
          onError,
        },
      )
    }
  }

  return {
    move,
    isPending: movePrompt.isPending || changeSelection.isPending || copySelection.isPending,
  }
}

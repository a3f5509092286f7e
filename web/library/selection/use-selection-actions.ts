import { useTranslations } from 'use-intl'
import { selectionCalls, type SelectionChange } from '#contract/library/selection.ts'
import { shareLink } from '#web/api/paths.ts'
import { copyComing } from '#web/ui/copy-text.ts'
import { undoChanges, useDeletionToast, useUndoableCall, useUndoToast } from '#web/library/undo.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import { idsOf, type Item } from './selection.ts'

const changes = ['prompts', 'folders', 'counts'] as const
const { changeSelection, deleteSelection, giveShortNames } = selectionCalls

export type Destination = { folderId: string; name: string }

/** Returns the actions on several items. Each is one call with an undo toast. */
export function useSelectionActions() {
  const t = useTranslations('selection')
  const change = useUndoableCall(changeSelection, changes)
  const name = useUndoableCall(giveShortNames, changes)
  const remove = useUndoableCall(deleteSelection, [...changes, 'trash'])
  const toastUndo = useUndoToast()
  const toastDeletion = useDeletionToast()

  const changeItems = (items: readonly Item[], what: Partial<SelectionChange>, done: string) =>
    change({ changes: [{ ...idsOf(items), ...what }] }, ({ undo }) =>
      toastUndo(done, () => undoChanges(undo)),
    )
  return {
    move: (items: readonly Item[], { folderId, name }: Destination) =>
      changeItems(
        items,
        { folderId },
        folderId === 'root'
          ? t('movedToRoot', { count: items.length })
          : t('moved', { count: items.length, folder: name }),
      ),
    recolour: (items: readonly Item[], color: string) =>
      changeItems(items, { color }, t('recoloured', { count: items.length })),
    star: (items: readonly Item[], isOn: boolean) =>
      changeItems(
        items,
        { isFavourite: isOn ? 1 : 0 },
        t(isOn ? 'starred' : 'unstarred', { count: items.length }),
      ),
    share: (items: readonly Item[]) => {
      const prompts = items.filter((item) => item.kind === 'prompt')
      const named = new Map(prompts.map(({ id, card }) => [id, card.name]))
      // Started here, because browsers may refuse to copy after the click.
      const { promise, resolve } = Promise.withResolvers<string>()
      const isCopied = copyComing(promise)
      const input = { changes: [{ ...idsOf(prompts), isPublic: 1 as const }] }
      const sharing = change(input, ({ undo, shareKeys }) => {
        const links = shareKeys.map(
          ({ promptId, shareKey }) => `${named.get(promptId)}\n${shareLink(promptId, shareKey)}`,
        )
        resolve(links.join('\n\n'))
        void isCopied.then((copied) => {
          const done = t(copied ? 'shared' : 'sharedUncopied', { count: prompts.length })
          toastUndo(done, () => undoChanges(undo))
        })
      })
      // Without links, nothing is copied.
      return sharing.finally(() => resolve(''))
    },
    unshare: (items: readonly Item[]) => {
      const shared = items.filter((item) => item.kind === 'prompt' && item.card.isPublic === 1)
      return changeItems(shared, { isPublic: 0 }, t('unshared', { count: shared.length }))
    },
    giveShortNames: (items: readonly Item[]) =>
      name({ promptIds: idsOf(items).promptIds }, ({ undo, left }) => {
        if (undo.length === 0) toastError(t('unnamable'))
        else toastUndo(t('named', { count: undo.length, left }), () => undoChanges(undo))
      }),
    remove: (items: readonly Item[]) =>
      remove(idsOf(items), ({ trashId }) => {
        if (trashId !== undefined) toastDeletion(t('deleted', { count: items.length }), trashId)
      }),
  }
}

import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
  type Ref,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useSearchParams } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { Folder } from '#contract/library/folders.ts'
import { limits } from '#contract/core/limits.ts'
import type { PromptCard } from '#contract/library/prompts.ts'
import type { CommandState, OpenCommand } from '#web/library/commands.ts'
import {
  elementOfCard,
  heading,
  selected,
  toolbar,
  type SelectionVerbs,
} from '#web/library/on-screen.ts'
import type { FolderAction } from '#web/library/folders/folder-actions.tsx'
import type { PromptAction } from '#web/prompts/cards/prompt-actions.tsx'
import { keyShortcut, useKeyNames } from '#web/shell/palette/key-names.tsx'
import { allVerbs, basicsOf } from '#web/shell/palette/verbs.ts'
import { usesSingleKeys } from '#web/library/single-keys.ts'
import { queryClient } from '#web/shell/connection/query-client.ts'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { SelectionBar } from '#web/library/selection/selection-bar.tsx'
import {
  chooseRange,
  clearSelection,
  idsOf,
  refreshSelection,
  selection,
  toggle,
  type Item,
} from '#web/library/selection/selection.ts'
import {
  useSelectionActions,
  type Destination,
} from '#web/library/selection/use-selection-actions.ts'
import { watchChoosing } from '#web/library/selection/watch-choosing.ts'
import { cardKeys, repeatKey } from '#web/ui/browser/early-keys.ts'
import { focusText } from '#web/ui/focus-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import { useStore } from '#web/ui/store.ts'
import { useCopyPrompt } from '#web/prompts/copying/use-copy-prompt.ts'
import { useNewCards } from './use-new-cards.ts'
import { walkCards } from './walk-cards.ts'

/** Actions that cards request. */
export type CardActions = {
  choose: (item: Item, isRange: boolean) => void
  actOnPrompt: (prompt: PromptCard, action: PromptAction) => void
  actOnFolder: (folder: Folder, action: FolderAction) => void
}

type LibraryInteractionProps = {
  ref: Ref<CardActions>
  contents: RefObject<HTMLElement | null>
  /** In the order shown. */
  folders: Folder[]
  prompts: PromptCard[]
  isSearch: boolean
  open: OpenCommand
}

/** Selection, keys, dragging, and the dialogs for one or many items. */
export function LibraryInteraction(props: LibraryInteractionProps) {
  const { ref, contents, folders, prompts, isSearch, open } = props
  const t = useTranslations('selection')
  const format = useFormatter()
  const [parameters] = useSearchParams()
  const { state: entry, key: entryKey } = useLocation()
  const entryToFocus = (entry as CommandState)?.focusesCard === true ? entryKey : undefined
  useEffect(() => {
    if (entryToFocus !== undefined) firstOpener(contents.current)?.focus()
  }, [entryToFocus, contents])
  const chosen = useStore(selection)
  const acts = useSelectionActions()
  const copyPrompt = useCopyPrompt()

  const items = useMemo<Item[]>(
    () => [
      ...folders.map((card) => ({ kind: 'folder' as const, id: card.id, card })),
      ...prompts.map((card) => ({ kind: 'prompt' as const, id: card.id, card })),
    ],
    [folders, prompts],
  )
  useLayoutEffect(() => refreshSelection(items), [items])
  useEffect(() => clearSelection, [])
  useNewCards(contents, { folders, prompts, isSearch })

  const chosenItems = [...chosen.values()]
  const onTooMany = () => toastError(t('tooMany', { limit: format.number(limits.selection) }))
  const place = (mode: 'move' | 'copy', asked: Item[]) =>
    open({ kind: 'move', mode, ...toSelection(asked) })
  const exportItems = (asked: Item[]) => open({ kind: 'export', ...toSelection(asked) })

  const edit = (item: Item) => {
    if (item.kind === 'prompt') open({ kind: 'update-prompt', prompt: basicsOf(item.card) })
    else open({ kind: 'update-folder', folder: item.card })
  }

  const choose = (item: Item, isRange: boolean) => {
    if (!(isRange ? chooseRange(items, item) : toggle(item))) onTooMany()
  }
  const chooseFromMenu = (item: Item) => {
    choose(item, false)
    // The menu's button makes room for a check box.
    elementOfCard(item.id)?.querySelector<HTMLElement>('h3 button, a')?.focus()
  }

  useImperativeHandle(ref, () => ({
    choose,
    actOnPrompt: (card, action) => {
      const { id } = card
      const prompt = basicsOf(card)
      const item = { kind: 'prompt', id, card } as const
      if (action === 'copy') void copyPrompt(id, () => open({ kind: 'view-prompt', prompt }))
      else if (action === 'star') void acts.star([item], card.isFavourite !== 1)
      else if (action === 'move') open({ kind: 'move-prompt', prompt })
      else if (action === 'edit') edit(item)
      else if (action === 'select') chooseFromMenu(item)
      else if (action === 'delete') open({ kind: 'delete-prompt', prompt })
      else open({ kind: 'view-prompt', prompt })
    },
    actOnFolder: (folder, action) => {
      const item = { kind: 'folder', id: folder.id, card: folder } as const
      if (action === 'move') place('move', [item])
      else if (action === 'copyTo') place('copy', [item])
      else if (action === 'star') void acts.star([item], folder.isFavourite !== 1)
      else if (action === 'export') exportItems([item])
      else if (action === 'edit') edit(item)
      else if (action === 'select') chooseFromMenu(item)
      else open({ kind: 'delete-folder', folder })
    },
  }))

  const itemsNow = useEffectEvent(() => items)
  const reportTooMany = useEffectEvent(onTooMany)
  const dropItems = useEffectEvent(
    (dropped: readonly Item[], to: Destination) => void acts.move(dropped, to),
  )
  const itemsWith = useEffectEvent((id: string) =>
    chosen.has(id) ? [...chosen.values()] : items.filter((item) => item.id === id),
  )
  const here = isSearch ? undefined : (parameters.get('folderId') ?? 'root')
  const canDrop = useEffectEvent(
    (dropped: readonly Item[], folderId: string) =>
      folderId !== here && !dropped.some(({ id }) => isWithin(folderId, id)),
  )
  useEffect(() => {
    const element = contents.current
    if (!element) return
    const stops = [
      watchChoosing(element, { items: () => itemsNow(), onTooMany: () => reportTooMany() }),
      walkCards(element, (list) => idsIn(list, itemsNow())),
    ]
    void repeatOnCards(element, cardKeys.take())
    let isOver = false
    if (matchMedia('(pointer: fine)').matches) {
      void import('#web/library/dragging/watch-dragging.ts').then(
        ({ watchDragging }) => {
          if (isOver) return
          stops.push(
            watchDragging(element, {
              itemsWith: (id) => itemsWith(id),
              canDrop: (dropped, folderId) => canDrop(dropped, folderId),
              onDrop: (dropped, to) => dropItems(dropped, to),
            }),
          )
        },
        // Dragging is optional: the move dialog does the same.
        () => {},
      )
    }
    return () => {
      isOver = true
      for (const stop of stops) stop()
    }
  }, [contents])

  const isChoosing = chosen.size > 0
  const [hasChosen, setHasChosen] = useState(false)
  if (isChoosing && !hasChosen) setHasChosen(true)
  const isAllStarred = chosenItems.every(({ card }) => card.isFavourite === 1)
  const verbs: SelectionVerbs = {
    count: chosen.size,
    move: () => place('move', chosenItems),
    duplicate: () => place('copy', chosenItems),
    star: () => void acts.star(chosenItems, !isAllStarred),
    delete: () => void acts.remove(chosenItems),
  }
  useLayoutEffect(() => {
    selected.current = isChoosing ? verbs : null
    return () => {
      selected.current = null
    }
  })
  const keyNames = useKeyNames()
  const shortcutOf = (id: keyof SelectionVerbs) => {
    const key = usesSingleKeys() ? allVerbs.find((verb) => verb.id === id)?.key : undefined
    return key && { keys: keyShortcut(key), names: keyNames(key).join(' ') }
  }
  useLayoutEffect(() => {
    const element = contents.current
    const parts = [element, toolbar.current]
    for (const part of parts) part?.toggleAttribute('data-chosen', isChoosing)
    if (!isChoosing) return
    return () => {
      // The toolbar stays if an empty folder is opened.
      for (const part of parts) part?.removeAttribute('data-chosen')
      focusNearby(element)
    }
  }, [contents, isChoosing])

  return (
    <>
      <div aria-live="polite" className="visually-hidden">
        {isChoosing ? t('count', { count: chosen.size }) : hasChosen && t('none')}
      </div>
      {isChoosing &&
        toolbar.current &&
        createPortal(
          <SelectionBar
            chosen={chosenItems}
            verbs={verbs}
            shortcutOf={shortcutOf}
            onEdit={edit}
            onExport={() => exportItems(chosenItems)}
          />,
          toolbar.current,
        )}
    </>
  )
}

/** Returns the information about some items that dialogs need. */
function toSelection(items: readonly Item[]) {
  return { ...idsOf(items), name: items[0]?.card.name ?? '' }
}

/** Whether a folder is another one or below it, as far as the folder tree has loaded. */
function isWithin(folderId: string, other: string): boolean {
  const tree = queryClient.getQueryData(folderTreeQuery.queryKey) ?? []
  const parents = new Map(tree.map(({ id, parentId }) => [id, parentId]))
  for (let at: string | null | undefined = folderId; at; at = parents.get(at)) {
    if (at === other) return true
  }
  return false
}

/** Repeats keys that were pressed before this code had loaded, each on the card that then has the focus. */
async function repeatOnCards(contents: HTMLElement, keys: KeyboardEvent[]): Promise<void> {
  for (const event of keys) {
    const { activeElement } = document
    if (!activeElement?.closest('[data-card]') || !contents.contains(activeElement)) return
    repeatKey(activeElement, event)
    // The key may scroll to its card first.
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

function idsIn(list: Element, items: readonly Item[]): string[] {
  const kind = list.querySelector('article') ? 'prompt' : 'folder'
  return items.filter((item) => item.kind === kind).map(({ id }) => id)
}

/** Restores the focus after the selection bar has disappeared with it. */
function focusNearby(contents: HTMLElement | null) {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const opener = firstOpener(contents)
    if (opener) opener.focus({ preventScroll: true })
    else focusText(heading.current)
  })
}

/** Returns the element that opens the first card. */
function firstOpener(contents: HTMLElement | null): HTMLElement | null | undefined {
  return contents?.querySelector<HTMLElement>('[data-card] :is(h3 button, a)')
}

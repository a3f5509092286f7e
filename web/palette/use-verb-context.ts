import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PromptCard } from '#contract/prompts.ts'
import { screens } from '#contract/screens.ts'
import { selectionCalls } from '#contract/selection.ts'
import { useCall } from '#web/api/use-call.ts'
import { useCommands } from '#web/library/commands.ts'
import { useDuplicate } from '#web/library/duplicate.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { useTheme } from '#web/ui/controls/theme.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { useCopyPrompt } from '#web/prompts/copying/use-copy-prompt.ts'
import { readLastValues } from '#web/values/last-values.ts'
import { basicsOf, type Card, type VerbContext } from './verbs.ts'

/**
 * Gives what verbs work with, for the card that has the focus, if there is one.
 *
 * @param replace what verbs go to takes the place of the current step of history
 */
export function useVerbContext({ replace = false } = {}): (card: Card | undefined) => VerbContext {
  const t = useTranslations('palette')
  const errorText = useErrorText()
  const { open } = useCommands()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { toggle } = useTheme()
  const copyPrompt = useCopyPrompt()
  const changeSelection = useCall(selectionCalls.changeSelection, {
    changes: ['prompts', 'folders'],
  })
  const duplicate = useDuplicate()
  const onError = (error: Error) => toastError(errorText(error))
  const isLibrary = pathname === screens.library

  return (card) => ({
    open,
    goTo: (path) => void navigate(path, { replace }),
    toggleTheme: toggle,
    folderId: isLibrary ? new URLSearchParams(search).get('folderId') : null,
    card,
    copy: (prompt) => {
      const view = () => open({ kind: 'view-prompt', prompt: basicsOf(prompt) })
      // At once, or the next keys would be commands.
      if (prompt.variableCount > 0 && !readLastValues(prompt.id)) view()
      else void copyPrompt(prompt.id, view)
    },
    duplicate: (card) => duplicate(idsOf(card)),
    star: (card) => {
      const { isFavourite } = card.kind === 'prompt' ? card.prompt : card.folder
      const next = isFavourite === 1 ? 0 : 1
      changeSelection.mutate(
        { changes: [{ ...idsOf(card), isFavourite: next }] },
        { onSuccess: () => toastSuccess(t(next ? 'starred' : 'unstarred')), onError },
      )
    },
  })
}

function idsOf(card: Card) {
  return card.kind === 'prompt' ? { promptIds: [card.prompt.id] } : { folderIds: [card.folder.id] }
}

/** The prompt or folder of the card around the focus, as the lists on screen know it. */
export function findFocusedCard(client: QueryClient): Card | undefined {
  const element = document.activeElement?.closest<HTMLElement>('[data-card]')
  const id = element?.dataset['card']
  if (id === undefined) return undefined
  for (const { state } of client.getQueryCache().findAll({ queryKey: ['library'] })) {
    const { prompts, folders } = (state.data ?? {}) as { prompts?: unknown; folders?: unknown }
    // What is no card lacks a preview: a name, a crumb, a folder of the tree.
    const prompt = itemsOf<PromptCard>(prompts).find((item) => item.id === id && 'preview' in item)
    if (prompt) return { kind: 'prompt', prompt }
    const folder = itemsOf<Extract<Card, { kind: 'folder' }>['folder']>(folders).find(
      (item) => item.id === id && 'folderCount' in item,
    )
    if (folder) return { kind: 'folder', folder }
  }
  return undefined
}

function itemsOf<Item>(list: unknown): Item[] {
  return Array.isArray(list) ? (list as Item[]) : []
}

export function useFocusedCard() {
  const client = useQueryClient()
  return () => findFocusedCard(client)
}

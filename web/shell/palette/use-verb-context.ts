import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { defaultLanguage, languageCodes } from '#languages/languages.ts'
import { screens } from '#contract/screens.ts'
import { selectionCalls } from '#contract/library/selection.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { useCommands } from '#web/library/commands.ts'
import { useDuplicate } from '#web/library/duplicate.ts'
import { selected, type ShownCard } from '#web/library/on-screen.ts'
import { useTheme } from '#web/ui/controls/theme.ts'
import { switchLanguage } from '#web/ui/messages/messages.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { useCopyPrompt } from '#web/prompts/copying/use-copy-prompt.ts'
import { canRunPrompts, modelListQuery } from '#web/prompts/runs/list-models.ts'
import { myValuesQuery } from '#web/prompts/values/get-my-values.ts'
import { readLastValues } from '#web/prompts/values/last-values.ts'
import { basicsOf, type VerbContext } from './verbs.ts'

/**
 * Builds the context that commands run in, for the card that has the focus, if there is one.
 *
 * @param replace whether navigation replaces the current history entry
 */
export function useVerbContext({ replace = false } = {}): (
  card: ShownCard | undefined,
) => VerbContext {
  const t = useTranslations('palette')
  const { open } = useCommands()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { toggle } = useTheme()
  const at = languageCodes.indexOf(useLanguage())
  const nextLanguage = languageCodes[(at + 1) % languageCodes.length] ?? defaultLanguage
  const client = useQueryClient()
  const copyPrompt = useCopyPrompt()
  const changeSelection = useToastedCall(selectionCalls.changeSelection, {
    changes: ['prompts', 'folders'],
  })
  const duplicate = useDuplicate()
  // The dialogs fetch it.
  const { data: models } = useQuery({ ...modelListQuery, enabled: false })
  const isLibrary = pathname === screens.library

  return (card) => ({
    open,
    goTo: (path) => void navigate(path, { replace }),
    toggleTheme: toggle,
    switchLanguage: () => void switchLanguage(nextLanguage),
    folderId: isLibrary ? new URLSearchParams(search).get('folderId') : null,
    card,
    selected: selected.current,
    canRun: canRunPrompts(models),
    copy: (prompt) => {
      const view = () => open({ kind: 'view-prompt', prompt: basicsOf(prompt) })
      const isInAccount = client.getQueryData(myValuesQuery.queryKey)?.keepsLastValues
      const mayHaveValues = readLastValues(prompt.id) || (isInAccount && prompt.usedAt)
      // Synchronously, or the next keys would run commands.
      if (prompt.variableCount > 0 && !mayHaveValues) view()
      else void copyPrompt(prompt.id, view)
    },
    duplicate: (card) => duplicate(idsOf(card)),
    star: (card) => {
      const { isFavourite } = card.kind === 'prompt' ? card.prompt : card.folder
      const next = isFavourite === 1 ? 0 : 1
      changeSelection.mutate(
        { changes: [{ ...idsOf(card), isFavourite: next }] },
        { onSuccess: () => toastSuccess(t(next ? 'starred' : 'unstarred')) },
      )
    },
  })
}

function idsOf(card: ShownCard) {
  return card.kind === 'prompt' ? { promptIds: [card.prompt.id] } : { folderIds: [card.folder.id] }
}

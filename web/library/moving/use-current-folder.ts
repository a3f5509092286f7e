import { useQuery } from '@tanstack/react-query'
import { promptCalls } from '#contract/library/prompts.ts'
import type { TreeFolder } from '#contract/library/folders.ts'
import { send } from '#web/api/send.ts'
import type { Moved } from './use-move.ts'

/**
 * Returns the folder that the items are in; null is the root. Undefined while it loads, or if they are in several folders.
 *
 * @param onScreen the folder on screen; undefined if the screen shows none
 */
export function useCurrentFolder(
  { promptIds, folderIds }: Moved,
  folders: readonly TreeFolder[] | undefined,
  onScreen: string | null | undefined,
): string | null | undefined {
  const [promptId = ''] = promptIds
  const isOnePrompt = promptIds.length === 1 && folderIds.length === 0
  const prompt = useQuery({
    queryKey: ['library', 'place', promptId],
    meta: { shows: ['prompts'] },
    queryFn: async ({ signal }) =>
      (await send(promptCalls.getPrompt, { promptId }, { signal })).prompt.folderId,
    enabled: isOnePrompt,
    staleTime: 0,
  })
  if (isOnePrompt) return prompt.data
  if (folderIds.length === 1 && promptIds.length === 0) {
    return folders?.find(({ id }) => id === folderIds[0])?.parentId
  }
  return onScreen
}

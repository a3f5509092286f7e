import { useQuery } from '@tanstack/react-query'
import { promptCalls } from '#contract/prompts.ts'
import type { TreeFolder } from '#contract/folders.ts'
import { send } from '#web/api/send.ts'
import type { Moved } from './use-move.ts'

/**
 * The folder that holds the things to be moved; null is the root. Undefined while that is not known, or where they are
 * in several.
 *
 * @param onScreen the folder on screen; undefined where the screen shows no folder
 */
export function usePlace(
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

import { folderListQuery } from '#web/library/list-folders.ts'
import { promptListQuery } from '#web/prompts/list-prompts.ts'
import { queryClient } from '#web/shell/connection/query-client.ts'

/** In milliseconds: lists that take longer come after the screen, which has a skeleton for them. */
const patience = 100

/**
 * Loads what the library shows at an address, while its code is still loading. Waits a moment for it, since answers that
 * were fetched with the page are there: the screen is then drawn once.
 */
export async function preloadLibrary(address: URL): Promise<void> {
  const folderId = address.searchParams.get('folderId')
  const lists = Promise.allSettled([
    queryClient.ensureQueryData(folderListQuery(folderId)),
    queryClient.ensureQueryData(promptListQuery(folderId)),
  ])
  await Promise.race([lists, new Promise((resolve) => setTimeout(resolve, patience))])
}

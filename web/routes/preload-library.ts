import { folderListQuery } from '#web/library/list-folders.ts'
import { promptListQuery } from '#web/prompts/list-prompts.ts'
import { queryClient } from '#web/shell/connection/query-client.ts'

/** Starts loading what the library shows at an address, while its code is still loading. */
export function preloadLibrary(address: URL): void {
  const folderId = address.searchParams.get('folderId')
  void queryClient.prefetchQuery(folderListQuery(folderId))
  void queryClient.prefetchQuery(promptListQuery(folderId))
}

import { profileQuery } from '#web/accounts/get-profile.ts'
import { hasFirstAnswer } from '#web/api/first-answers.ts'
import { apiPaths } from '#web/api/paths.ts'
import { folderListQuery } from '#web/library/list-folders.ts'
import { promptListQuery } from '#web/prompts/list-prompts.ts'
import { samplesCode, showsSamples } from '#web/screens/library/samples-code.ts'
import { showsRecents } from '#web/screens/library/view-choices.ts'
import { shelfQuery } from '#web/library/get-shelf.ts'
import { queryClient } from '#web/shell/connection/query-client.ts'
import { waitAtMost } from '#web/ui/wait-at-most.ts'

/** Time to wait for lists, in milliseconds; slower ones arrive after the screen, which has skeletons for them. */
const patience = 100

/**
 * Loads what the library shows at an address, in parallel with its code. Waits briefly, since responses fetched
 * with the page have already arrived: the screen is then drawn once.
 */
export async function preloadLibrary(address: URL): Promise<void> {
  const folderId = address.searchParams.get('folderId')
  const lists = Promise.all([
    queryClient.ensureQueryData(folderListQuery(folderId)),
    queryClient.ensureQueryData(promptListQuery(folderId)),
    // The screen does not need it.
    ...(hasFirstAnswer(apiPaths.getProfile)
      ? [queryClient.ensureQueryData(profileQuery).catch(() => {})]
      : []),
    ...(showsRecents(folderId) ? [queryClient.ensureQueryData(shelfQuery)] : []),
  ])
  const screen = lists.then(async ([{ folders }, { prompts }]) => {
    if (showsSamples(folderId, folders.length + prompts.length)) await samplesCode.fetch()
  })
  // The screen shows what failed.
  const isLoaded = screen.catch(() => {})
  await waitAtMost(patience, isLoaded)
}

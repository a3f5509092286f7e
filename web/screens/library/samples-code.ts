import { queryClient } from '#web/shell/connection/query-client.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { loadMessages, messagesStore } from '#web/ui/messages/messages.ts'

/** The samples for a new library. */
export const samplesCode = lazyCode(async () => {
  const { language } = messagesStore.get()
  const [{ FirstSteps }] = await Promise.all([
    import('#web/prompts/starter/first-steps.tsx'),
    import('#web/prompts/starter/starter-shelf.ts').then(({ starterShelfQuery }) =>
      queryClient.prefetchQuery(starterShelfQuery(language)),
    ),
    loadMessages('shelf'),
  ])
  return { FirstSteps }
})

/** More items at the root than a new library has. The server preloads the samples for fewer, too. */
const manyItems = 3

export function showsSamples(folderId: string | null, itemCount: number): boolean {
  return folderId === null && itemCount < manyItems
}

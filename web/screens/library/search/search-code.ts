// Vite does not retry a stylesheet that failed to load.
import './search-filters.module.css'
import { loadMessages } from '#web/ui/messages/messages.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'

/** The components of a search, and their texts. */
export const searchCode = lazyCode(async () => {
  const [{ SearchHits }] = await Promise.all([import('./search-hits.tsx'), loadMessages('palette')])
  return { SearchHits }
})

import { useTranslations } from 'use-intl'
import type { OpenCommand } from '#web/library/commands.ts'
import { useLazyCode } from '#web/ui/lazy-code.ts'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'
import { searchCode } from './search/search-code.ts'

type SearchResultsProps = {
  search: string
  /** The text in the search box. */
  text: string
  open: OpenCommand
}

export function SearchResults(props: SearchResultsProps) {
  const t = useTranslations('library.failure')
  const { code, failure, retry } = useLazyCode(searchCode)
  if (code) return <code.SearchHits {...props} />
  if (!failure) return <LibrarySkeleton />
  return <LoadFailure text={t('prompts')} onRetry={retry} />
}

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OpenCommand } from '#web/library/commands.ts'
import { useStore } from '#web/ui/store.ts'
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
  const code = useStore(searchCode)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    searchCode.fetch().catch(() => setFailed(true))
  }, [])
  if (code) return <code.SearchHits {...props} />
  if (!hasFailed) return <LibrarySkeleton />
  const tryAgain = () => {
    setFailed(false)
    searchCode.fetch().catch(() => setFailed(true))
  }
  return <LoadFailure text={t('prompts')} onRetry={tryAgain} />
}

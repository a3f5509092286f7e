import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OpenCommand } from '#web/commands/commands.ts'
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
  const [tries, setTries] = useState({ count: 1, hasFailed: false })
  useEffect(() => {
    let isOver = false
    searchCode.fetch().catch(() => {
      if (!isOver) setTries((now) => ({ ...now, hasFailed: true }))
    })
    return () => {
      isOver = true
    }
  }, [tries.count])
  if (code) return <code.SearchHits {...props} />
  if (!tries.hasFailed) return <LibrarySkeleton />
  const tryAgain = () => setTries(({ count }) => ({ count: count + 1, hasFailed: false }))
  return <LoadFailure text={t('prompts')} onRetry={tryAgain} />
}

import { useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { OpenCommand } from '#web/library/commands.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { librarySearchQuery, type SearchScope } from '#web/library/search-library.ts'
import { bdi } from '#web/ui/bdi.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { watchHits } from '#web/screens/library/hits.ts'
import { LibraryContents } from '#web/screens/library/library-contents.tsx'
import styles from '#web/screens/library/library-screen.module.css'
import { LibrarySkeleton } from '#web/screens/library/library-skeleton.tsx'
import { LoadFailure } from '#web/screens/library/load-failure.tsx'
import { SearchFilters } from './search-filters.tsx'
import { SearchLine } from '#web/screens/library/search-line.tsx'
import { useErrorToast } from '#web/screens/library/use-error-toast.ts'
import { LiveText } from '#web/ui/live-text.tsx'
import { useSearchScope } from './use-search-scope.ts'

type SearchHitsProps = {
  search: string
  /** The text in the search box. */
  text: string
  open: OpenCommand
}

/** The hits of a search, and its filters. */
export function SearchHits({ search, text, open }: SearchHitsProps) {
  const { isInFolder, active, scope, toggle } = useSearchScope()
  return (
    <>
      <HitCount search={search} scope={scope} />
      <SearchFilters active={active} isInFolder={isInFolder} onToggle={toggle} />
      <Hits
        search={search}
        text={text}
        open={open}
        scope={scope}
        onWiden={active.length > 0 ? () => toggle(...active) : undefined}
      />
    </>
  )
}

/** Delay in milliseconds after the last letter. */
const pause = 600

/**
 * Announces the number of hits to screen readers once typing has paused. It outlives the hits: a new region is not
 * read.
 */
function HitCount({ search, scope }: { search: string; scope: SearchScope }) {
  const t = useTranslations('library.search')
  const tSearch = useTranslations('palette.search')
  const { data } = useQuery(librarySearchQuery(search, scope))
  const [announced, setAnnounced] = useState('')
  const { folders = [], prompts = [], similar } = data ?? {}
  const counts = { folders: folders.length, prompts: prompts.length }
  const count = counts.folders + counts.prompts === 0 ? t('announceNothing') : t('announce', counts)
  const text = similar
    ? `${count}. ${tSearch('announceSimilar', { count: similar.length })}`
    : count
  const found = data && text
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(found ?? ''), pause)
    return () => clearTimeout(timer)
  }, [found])
  return <LiveText>{announced}</LiveText>
}

type HitsProps = SearchHitsProps & {
  scope: SearchScope
  /** Removes the filters; undefined if there are none. */
  onWiden: (() => void) | undefined
}

function Hits({ search, text, open, scope, onWiden }: HitsProps) {
  const t = useTranslations('library.search')
  const tSearch = useTranslations('palette.search')
  const filtersText = useTranslations('palette.search.filters')
  const errorText = useErrorText()
  const { data, error, refetch } = useQuery(librarySearchQuery(search, scope))
  useErrorToast(error)
  const hits = useRef<HTMLDivElement>(null)
  const isShown = data !== undefined && !error
  useEffect(() => (isShown && hits.current ? watchHits(hits.current) : undefined), [isShown])
  if (error) return <LoadFailure text={errorText(error)} onRetry={() => void refetch()} />
  if (!data) return <LibrarySkeleton />
  const { folders, prompts, similar, hasMore } = data
  const isEmpty = folders.length + prompts.length === 0
  const sought = { search: data.search, bdi }
  const nothing = onWiden ? filtersText.rich('nothing', sought) : t.rich('nothingText', sought)
  return (
    <>
      <SearchLine shown={isEmpty ? undefined : data.search} text={text} />
      {isEmpty && !similar && (
        <div className={styles.empty}>
          <h2>{t('nothing')}</h2>
          <p>{nothing}</p>
          {onWiden && (
            <div>
              <Button onClick={onWiden}>{filtersText('clear')}</Button>
            </div>
          )}
        </div>
      )}
      {isEmpty && similar && <p className={styles.searchLine}>{nothing}</p>}
      <div ref={hits} className={styles.hits} data-search={data.search}>
        <LibraryContents
          folders={folders}
          prompts={prompts}
          similar={similar}
          similarTitle={tSearch('similar')}
          open={open}
        />
      </div>
      {hasMore && <p className={styles.more}>{t('more')}</p>}
    </>
  )
}

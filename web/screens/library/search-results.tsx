import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { OpenCommand } from '#web/commands/commands.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { librarySearchQuery } from '#web/library/search-library.ts'
import { bdi } from '#web/ui/bdi.tsx'
import { LibraryContents } from './library-contents.tsx'
import styles from './library-screen.module.css'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'
import { SearchLine } from './search-line.tsx'
import { useErrorToast } from './use-error-toast.ts'

type SearchResultsProps = {
  search: string
  /** The text in the search box. */
  text: string
  open: OpenCommand
}

export function SearchResults({ search, text, open }: SearchResultsProps) {
  const t = useTranslations('library.search')
  const errorText = useErrorText()
  const { data, error, refetch } = useQuery(librarySearchQuery(search))
  useErrorToast(error)
  const hits = useRef<HTMLDivElement>(null)
  const isShown = data !== undefined && !error
  useEffect(() => {
    const element = hits.current
    if (!isShown || !element) return
    let isOver = false
    let stop: (() => void) | undefined
    void import('./hits.ts').then(
      ({ watchHits }) => {
        if (!isOver) stop = watchHits(element)
      },
      // The hits are still there to be pressed.
      () => {},
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [isShown])
  if (error) return <LoadFailure text={errorText(error)} onRetry={() => void refetch()} />
  if (!data) return <LibrarySkeleton />
  const { folders, prompts, hasMore } = data
  const isEmpty = folders.length + prompts.length === 0
  return (
    <>
      <SearchLine shown={isEmpty ? undefined : data.search} text={text} />
      <p role="status" className="visually-hidden">
        {t('announce', { folders: folders.length, prompts: prompts.length })}
      </p>
      {isEmpty && (
        <div className={styles.empty}>
          <h2>{t('nothing')}</h2>
          <p>{t.rich('nothingText', { search: data.search, bdi })}</p>
        </div>
      )}
      <div ref={hits} className={styles.hits} data-search={data.search}>
        <LibraryContents folders={folders} prompts={prompts} open={open} />
      </div>
      {hasMore && <p className={styles.more}>{t('more')}</p>}
    </>
  )
}

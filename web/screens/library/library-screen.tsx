import { lazy, Suspense, useDeferredValue, useEffect, useMemo, type ComponentProps } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { FolderList } from '#contract/library/folders.ts'
import type { PromptCard } from '#contract/library/prompts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useCommands } from '#web/library/commands.ts'
import { TopBar } from '#web/shell/layouts/top-bar.tsx'
import { heading } from '#web/library/on-screen.ts'
import { folderListQuery } from '#web/library/list-folders.ts'
import { promptListQuery } from '#web/prompts/list-prompts.ts'
import { useLazyCode } from '#web/ui/lazy-code.ts'
import type { FirstSteps } from '#web/prompts/starter/first-steps.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'
import { shelfQuery } from '#web/library/get-shelf.ts'
import { useStore } from '#web/ui/store.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { dialogCode } from '#web/shell/commands/dialog-code.ts'
import { interactionCode } from './interaction/interaction-code.ts'
import { Empty } from './empty.tsx'
import { LibraryContents } from './library-contents.tsx'
import styles from './library-screen.module.css'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'
import { PlaceTitle } from './place-title.tsx'
import { SearchLine } from './search-line.tsx'
import { SearchResults } from './search-results.tsx'
import { Toolbar } from './toolbar.tsx'
import { useErrorToast } from './use-error-toast.ts'
import { useSearchText } from './use-search-text.ts'
import { samplesCode, showsSamples } from './samples-code.ts'
import { phone, showsRecents, viewChoices } from './view-choices.ts'

const noFolders: FolderList['folders'] = []
const noPrompts: PromptCard[] = []

const MissingFolder = lazy(async () => ({
  default: (await import('./missing-folder.tsx')).MissingFolder,
}))

/** Whether the page has drawn the library before. */
let wasDrawn = false

function fetchLater() {
  interactionCode.prefetch()
  dialogCode.prefetch()
}

/** The library: one of its folders, or a search through all of it. */
export function LibraryScreen() {
  const t = useTranslations('library')
  const [parameters] = useSearchParams()
  const folderId = parameters.get('folderId')
  const { text, search, changeText } = useSearchText()
  const { open } = useCommands()
  const folders = useQuery(folderListQuery(folderId))
  const prompts = useQuery(promptListQuery(folderId))
  const isPhone = useMediaQuery(phone)
  useStore(viewChoices)
  const hasRecents = showsRecents(folderId)
  const shelf = useQuery({ ...shelfQuery, enabled: hasRecents })
  const recents = useMemo(
    () => (hasRecents && shelf.data ? [...shelf.data.recents, ...shelf.data.unused] : noPrompts),
    [hasRecents, shelf.data],
  )
  const isShelfMissing = hasRecents && shelf.isPending
  const isShown = folders.data !== undefined && prompts.data !== undefined && !isShelfMissing
  // On a slow phone, drawing the page's first library in one task would block it: the list follows the bars.
  const isListDrawn = useDeferredValue(true, wasDrawn)
  useEffect(() => {
    if (!isShown || !isListDrawn) return undefined
    wasDrawn = true
    return whenIdle(fetchLater)
  }, [isShown, isListDrawn])

  // A missing folder replaces the screen. If the folder is deleted while it is shown, the screen stays, with the text
  // being typed.
  const foldersError = folders.data ? null : folders.error
  const promptsError = prompts.data ? null : prompts.error
  const error = foldersError ?? promptsError
  const isMissing = error instanceof ApiError && error.status === 404 && !folders.data
  useErrorToast(isMissing ? null : error)

  function loadAgain() {
    void folders.refetch()
    void prompts.refetch()
  }
  function changeSearch(next: string) {
    changeText(next)
    if (next.trim() === '' && text.trim() !== '') loadAgain()
  }
  if (isMissing) {
    return (
      <Suspense>
        <MissingFolder />
      </Suspense>
    )
  }

  const folderTree = folders.data?.folderTree ?? []
  const itemCount = isShown ? folders.data.folders.length + prompts.data.prompts.length : undefined
  return (
    <>
      <title>{`${folderTree.at(-1)?.name ?? t('title')} · Promptshelf`}</title>
      <TopBar>
        {isPhone ? <PlaceTitle folderTree={folderTree} /> : <Breadcrumb folderTree={folderTree} />}
      </TopBar>
      <h1 ref={heading} className="visually-hidden">
        {folderTree.at(-1)?.name ?? t('root')}
      </h1>
      <Toolbar
        searchText={text}
        onSearch={changeSearch}
        onApproach={dialogCode.prefetch}
        onCreateFolder={() => open({ kind: 'create-folder', folderId })}
        onAddPrompt={() => open({ kind: 'create-prompt', folderId })}
        onImport={() => open({ kind: 'import', folderId })}
        onExport={() =>
          open({
            kind: 'export',
            promptIds: [],
            folderIds: folderId === null ? [] : [folderId],
            name: folderTree.at(-1)?.name ?? '',
          })
        }
        onSamples={() => open({ kind: 'starter-shelf' })}
        isEmpty={itemCount === 0 && search === ''}
      />
      {search !== '' ? (
        <SearchResults search={search} text={text} open={open} />
      ) : (folders.data ?? foldersError) &&
        (prompts.data ?? promptsError) &&
        !isShelfMissing &&
        isListDrawn ? (
        <>
          <SearchLine shown={undefined} text={text} />
          {foldersError && <LoadFailure text={t('failure.folders')} onRetry={loadAgain} />}
          {itemCount === 0 ? (
            <Empty folderId={folderId} open={open} />
          ) : (
            <LibraryContents
              folders={folders.data?.folders ?? noFolders}
              prompts={prompts.data?.prompts ?? noPrompts}
              recents={recents}
              place={folderId}
              open={open}
            />
          )}
          {itemCount !== undefined && showsSamples(folderId, itemCount) && (
            <Starter taken={prompts.data?.prompts.map(({ name }) => name) ?? []} open={open} />
          )}
          {(folders.data?.hasMore || prompts.data?.hasMore) && (
            <p className={styles.more}>{t('moreHere')}</p>
          )}
          {promptsError && !foldersError && (
            <LoadFailure text={t('failure.prompts')} onRetry={loadAgain} />
          )}
        </>
      ) : (
        <LibrarySkeleton />
      )}
    </>
  )
}

/** Samples for a new library, which works without them if their code does not load. */
function Starter(props: ComponentProps<typeof FirstSteps>) {
  const { code } = useLazyCode(samplesCode)
  return code ? <code.FirstSteps {...props} /> : null
}

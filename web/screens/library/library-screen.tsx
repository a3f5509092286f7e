import { useQuery } from '@tanstack/react-query'
import { FolderPlus, Plus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { ApiError } from '#web/api/api-error.ts'
import { TopBar } from '#web/app/top-bar.tsx'
import { folderListQuery } from '#web/folders/list-folders.ts'
import { promptListQuery } from '#web/prompts/list-prompts.ts'
import { Button } from '#web/ui/button.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { LibraryContents } from './library-contents.tsx'
import { useLibraryDialog } from './library-dialog.ts'
import { LibraryDialogs } from './library-dialogs.tsx'
import styles from './library-screen.module.css'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'
import { SearchResults } from './search-results.tsx'
import { Toolbar } from './toolbar.tsx'
import { useSearchText } from './use-search-text.ts'

/** The library: one folder of it, or a search through all of it. */
export function Component() {
  const t = useTranslations('library')
  const [parameters] = useSearchParams()
  const folderId = parameters.get('folderId')
  const { text, search, changeText } = useSearchText()
  const { dialog, open, close } = useLibraryDialog()
  const folders = useQuery(folderListQuery(folderId))
  const prompts = useQuery(promptListQuery(folderId))

  // A folder that is not there has no screen; one that has gone meanwhile keeps what is being typed.
  const error = folders.error ?? prompts.error
  if (error instanceof ApiError && error.status === 404 && !folders.data) throw error

  const folderTree = folders.data?.folderTree ?? []
  return (
    <>
      <title>{`${folderTree.at(-1)?.name ?? t('title')} · Promptshelf`}</title>
      <TopBar>
        <Breadcrumb folderTree={folderTree} />
      </TopBar>
      <h1 className="visually-hidden">{folderTree.at(-1)?.name ?? t('root')}</h1>
      <Toolbar
        searchText={text}
        onSearch={changeText}
        onCreateFolder={() => open({ kind: 'create-folder' })}
        onAddPrompt={() => open({ kind: 'create-prompt' })}
      />
      {search !== '' ? (
        <SearchResults search={search} onOpen={open} />
      ) : folders.data && prompts.data ? (
        folders.data.folders.length + prompts.data.prompts.length > 0 ? (
          <>
            <LibraryContents
              folders={folders.data.folders}
              prompts={prompts.data.prompts}
              onOpen={open}
            />
            {(folders.data.hasMore || prompts.data.hasMore) && (
              <p className={styles.more}>{t('moreHere')}</p>
            )}
          </>
        ) : (
          <Empty
            isRoot={folderId === null}
            onCreateFolder={() => open({ kind: 'create-folder' })}
            onAddPrompt={() => open({ kind: 'create-prompt' })}
          />
        )
      ) : error ? (
        <LoadFailure
          text={t(folders.error ? 'failure.folders' : 'failure.prompts')}
          onRetry={() => {
            void folders.refetch()
            void prompts.refetch()
          }}
        />
      ) : (
        <LibrarySkeleton />
      )}
      <LibraryDialogs dialog={dialog} folderId={folderId} onOpen={open} onClose={close} />
    </>
  )
}

type EmptyProps = { isRoot: boolean; onCreateFolder: () => void; onAddPrompt: () => void }

function Empty({ isRoot, onCreateFolder, onAddPrompt }: EmptyProps) {
  const t = useTranslations('library')
  return (
    <div className={styles.empty}>
      <h2>{t('empty.title')}</h2>
      <p>{t(isRoot ? 'empty.root' : 'empty.folder')}</p>
      <div>
        <Button icon={<FolderPlus size={17} strokeWidth={1.5} />} onClick={onCreateFolder}>
          {t('createFolder')}
        </Button>
        <Button look="primary" icon={<Plus size={17} strokeWidth={1.5} />} onClick={onAddPrompt}>
          {t('addPrompt')}
        </Button>
      </div>
    </div>
  )
}

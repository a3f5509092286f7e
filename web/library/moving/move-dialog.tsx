import { Fragment, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { House, MoveRight, Search } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { TreeFolder } from '#contract/library/folders.ts'
import { toFolderTree } from '#web/library/tree/folder-tree.ts'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { longName } from '#web/ui/long-name.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { DestinationList, root } from './destination-list.tsx'
import styles from './move-dialog.module.css'
import { NewFolder } from './new-folder.tsx'
import { rememberDestination, recentDestinations } from './recent-destinations.ts'
import { useMove, type Moved } from './use-move.ts'
import { useCurrentFolder } from './use-current-folder.ts'

type MoveDialogProps = { open: boolean; moved: Moved; onClose: () => void }

const noFolders: TreeFolder[] = []

const breadcrumb =
  'ellipsis inline-row gap-6 rigid bare text-13 quiet transparent hoverable inset-focus'

/**
 * Asks for the folder to move or copy items to, by radio buttons in a tree. The tree is open at the folder that the
 * items
 * are in now.
 */
export function MoveDialog({ open, moved, onClose }: MoveDialogProps) {
  const t = useTranslations('library')
  const tMoving = useTranslations('history.moving')
  const errorText = useErrorText()
  const folders = useQuery(folderTreeQuery)
  const tree = useMemo(
    // A folder cannot move into itself.
    () => toFolderTree(folders.data ?? noFolders, new Set(moved.folderIds)),
    [folders.data, moved.folderIds],
  )
  const address = useSearchParams()[0]
  const onScreen = address.has('search') ? undefined : address.get('folderId')
  const current = useCurrentFolder(moved, folders.data, onScreen)
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isOpen = useMemo(() => {
    const ancestors = new Set(tree.pathTo(current ?? null).map(({ parentId }) => parentId))
    return (id: string) => toggled.get(id) ?? ancestors.has(id)
  }, [tree, current, toggled])
  const [browsed, setBrowsed] = useState<string | null>(null)
  const [filter, setFilter] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [recents] = useState(recentDestinations)
  const [shown, setShown] = useState<{ id: string; hasFocus: boolean }>()
  const { move, isPending } = useMove(moved, current)
  const filterField = useRef<HTMLInputElement>(null)
  const titleId = useId()

  const nameOf = (id: string | undefined) =>
    id === root ? t('search.inRoot') : tree.get(id ?? '')?.name
  const destination = nameOf(chosen)
  const isReady = destination !== undefined && !folders.isPending
  const initiallyShown = useMemo(
    () => (current ? { id: current, hasFocus: false } : undefined),
    [current],
  )

  function submit() {
    if (!isReady || chosen === undefined || isPending) return
    move(chosen, destination, () => {
      rememberDestination(chosen)
      onClose()
    })
  }

  function setOpen(entries: (readonly [id: string, isOpen: boolean])[]) {
    setToggled((last) => new Map([...last, ...entries]))
  }

  function toggle(folder: TreeFolder, isOpening: boolean) {
    if (filter) return reveal(folder.id, true)
    setOpen([[folder.id, isOpening]])
    setBrowsed(isOpening ? folder.id : folder.parentId)
  }

  /** Scrolls to a folder in the tree, and opens it if `isOpening`. */
  function reveal(id: string, isOpening = false) {
    setFilter('')
    const path = tree
      .pathTo(id)
      .map((folder) => [folder.id, folder.id !== id || isOpening] as const)
    setOpen(isOpening ? path : path.slice(0, -1))
    setBrowsed(isOpening ? id : (tree.get(id)?.parentId ?? null))
    setShown({ id, hasFocus: true })
  }

  /** Goes up to a folder, closing those below. */
  function browseUp(id: string | null) {
    setFilter('')
    const below = tree.pathTo(browsed).filter((folder) => folder.id !== id)
    const above = new Set(tree.pathTo(id).map((folder) => folder.id))
    setOpen(below.filter((folder) => !above.has(folder.id)).map((folder) => [folder.id, false]))
    setBrowsed(id)
    if (id !== null) setShown({ id, hasFocus: false })
  }

  function onKeyInFilter(event: KeyboardEvent) {
    if (event.key === 'Escape' && filter) {
      event.preventDefault()
      setFilter('')
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const found = tree.find(filter)
      const isFound = filter === '' || found.some(({ id }) => id === chosen)
      if (isFound) submit()
      else if (found[0]) setChosen(found[0].id)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      const list = filterField.current?.closest('dialog')
      const first = list?.querySelector<HTMLElement>('input[type="radio"]:checked')
      ;(first ?? list?.querySelector<HTMLElement>('input[type="radio"]'))?.focus()
    }
  }

  const count = moved.promptIds.length + moved.folderIds.length
  const title = titleOf(moved)
  return (
    <Dialog
      open={open}
      title={title === 'prompt' ? t('move.title') : tMoving(`title.${title}`)}
      onCloseRequest={onClose}
      onSaveKey={submit}
    >
      <DialogBody>
        <p className="text-14 breaks below-12">
          {count === 1
            ? t.rich('move.text', {
                name: moved.name,
                bdi: longName(moved.name, t('actions.wholeName')),
              })
            : tMoving('text', { count })}
        </p>
        <div className={styles.filter}>
          <Search size={16} className="field-icon" />
          <input
            ref={filterField}
            className="shrinks text-14 surface rounded full-width"
            type="text"
            dir="auto"
            autoComplete="off"
            spellCheck={false}
            aria-label={tMoving('filter')}
            placeholder={tMoving('filter')}
            // An on-screen keyboard would cover the folders.
            data-autofocus={matchMedia('(pointer: fine)').matches || undefined}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            onKeyDown={onKeyInFilter}
          />
        </div>
        {recents.some((id) => nameOf(id) !== undefined) && (
          <div role="group" aria-labelledby={titleId} className={styles.recents}>
            <span id={titleId} className="rigid">
              {tMoving('recents')}
            </span>
            {recents.map((id) => {
              const name = nameOf(id)
              return (
                name !== undefined && (
                  <button
                    key={id}
                    type="button"
                    className="ellipsis shrinks transparent outlined hoverable"
                    dir="auto"
                    title={name}
                    onClick={() => {
                      setChosen(id)
                      reveal(id)
                    }}
                  >
                    {name}
                  </button>
                )
              )
            })}
          </div>
        )}
        <nav aria-label={t('breadcrumb')} className={styles.breadcrumbs}>
          <button type="button" className={breadcrumb} onClick={() => browseUp(null)}>
            <House size={15} />
            {t('root')}
          </button>
          {tree.pathTo(browsed).map((folder) => (
            <Fragment key={folder.id}>
              <button type="button" className={breadcrumb} onClick={() => browseUp(folder.id)}>
                <span aria-hidden>/</span> <bdi>{folder.name}</bdi>
              </button>
            </Fragment>
          ))}
        </nav>
        <div className={styles.list} aria-busy={folders.isPending}>
          <DestinationList
            tree={tree}
            filter={filter.trim()}
            isOpen={isOpen}
            current={current}
            chosen={chosen}
            shown={shown ?? initiallyShown}
            onChoose={setChosen}
            onToggle={toggle}
            onSubmit={submit}
          />
        </div>
        <p aria-live="polite" className={styles.found}>
          {folders.data?.length === 0
            ? t('move.noFolders')
            : filter.trim() !== '' && tMoving('found', { count: tree.find(filter).length })}
        </p>
        {folders.error ? (
          <p role="alert" className="text-13">
            {t('failure.folders')}{' '}
            <Button busy={folders.isFetching} onClick={() => void folders.refetch()}>
              {t('failure.retry')}
            </Button>
          </p>
        ) : (
          <NewFolder
            parent={tree.get(chosen ?? browsed ?? '')}
            onCreated={(id, parent) => {
              setChosen(id)
              setFilter('')
              setOpen(tree.pathTo(parent).map((folder) => [folder.id, true]))
              setShown({ id, hasFocus: true })
            }}
          />
        )}
      </DialogBody>
      <DialogFoot>
        <LiveText>{destination === undefined && errorText('destination_missing')}</LiveText>
        {/* Screen readers already read the folder's radio button. */}
        <p className={styles.chosen}>
          {destination !== undefined && (
            <>
              <MoveRight size={16} className="quiet" />
              <span className="visually-hidden">{t('move.chosen')}</span>{' '}
              <bdi className="ellipsis">{destination}</bdi>
            </>
          )}
        </p>
        <Button onClick={onClose}>{t('actions.cancel')}</Button>
        <Button
          look="primary"
          busy={isPending}
          disabled={!isReady}
          title={isReady ? undefined : errorText('destination_missing')}
          onClick={submit}
        >
          {moved.mode === 'copy' ? tMoving('copy') : t('move.submit')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function titleOf({ mode, promptIds, folderIds }: Moved) {
  if (mode === 'copy') return 'copy'
  if (promptIds.length + folderIds.length > 1) return 'several'
  return folderIds.length === 1 ? 'folder' : 'prompt'
}

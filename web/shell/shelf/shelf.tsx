import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { screens } from '#contract/screens.ts'
import { useCommands } from '#web/library/commands.ts'
import { FolderIcon } from '#web/library/tree/folder-icon.tsx'
import { toFolderTree } from '#web/library/tree/folder-tree.ts'
import { shelfQuery } from '#web/library/get-shelf.ts'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import { FolderTreeView } from './folder-tree-view.tsx'
import { ShelfLink, type Shelved } from './shelf-link.tsx'
import styles from './shelf.module.css'

const mostFavourites = 5
const mostRecents = 3

/** The sidebar of the library: favourites, recent prompts and the folder tree. */
export function Shelf() {
  const t = useTranslations('shelf')
  const { open } = useCommands()
  const { pathname, search } = useLocation()
  const shelf = useQuery(shelfQuery)
  const folders = useQuery(folderTreeQuery)
  const tree = useMemo(() => toFolderTree(folders.data ?? []), [folders.data])
  const folderId = new URLSearchParams(search).get('folderId')
  // Renders everything at once, since late parts would push the others down.
  if (shelf.isPending || folders.isPending) return null
  const { favourites = [], recents = [] } = shelf.data ?? {}
  const starred = folders.data?.filter(({ isFavourite }) => isFavourite === 1) ?? []
  return (
    <>
      <ShelfList title={t('favourites')} items={byName([...starred, ...favourites])} />
      <ShelfList title={t('recents')} items={recents.slice(0, mostRecents)} />
      {folders.data && (
        <div className="above-16">
          <div className={styles.head}>
            <span id="shelf-folders">{t('folders')}</span>
            <IconButton
              label={t('newFolder')}
              className={styles.add}
              data-leaves
              onClick={() => open({ kind: 'create-folder', folderId })}
            >
              <Plus size={16} />
            </IconButton>
          </div>
          <FolderTreeView
            tree={tree}
            current={pathname === screens.library ? folderId : null}
            labelledBy="shelf-folders"
          />
          {folders.data.length === 0 && <p className={styles.none}>{t('noFolders')}</p>}
        </div>
      )}
    </>
  )
}

/** Returns the first favourites by name. */
function byName<Item extends { name: string }>(favourites: Item[]): Item[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  return favourites.toSorted((one, other) => compare(one.name, other.name)).slice(0, mostFavourites)
}

function ShelfList({ title, items }: { title: string; items: Shelved[] }) {
  if (items.length === 0) return null
  return (
    <div className="above-16">
      <p className={styles.head}>{title}</p>
      <ul aria-label={title}>
        {items.map((item) => (
          <li key={item.id}>
            <ShelfLink item={item} className={styles.row}>
              {'preview' in item ? (
                <i className={styles.card} style={{ background: ownerColor(item.color).raw }} />
              ) : (
                <FolderIcon color={item.color} size={16} />
              )}
              <span dir="auto" className="grow ellipsis left-text">
                {item.name}
              </span>
            </ShelfLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

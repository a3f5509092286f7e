import { useQuery } from '@tanstack/react-query'
import { Command, FileUp, FolderInput, Import, Pencil, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useCommands } from '#web/library/commands.ts'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { Menu, type MenuEntry } from '#web/ui/controls/menu.tsx'

/**
 * On a phone, a menu of actions on the folder on screen, and of those that have buttons and shortcuts on other devices.
 */
export function PlaceMenu({ folderId }: { folderId: string | null }) {
  const t = useTranslations('library')
  const tSelection = useTranslations('selection')
  const tShell = useTranslations('shell')
  const { open } = useCommands()
  const { data: tree } = useQuery(folderTreeQuery)
  const found = tree?.find(({ id }) => id === folderId)
  const folder = found && { ...found, folderCount: 0 }
  // Without a folder, the whole library is exported.
  if (folderId !== null && !folder) return null
  const folderIds = folder ? [folder.id] : []
  const name = folder?.name ?? ''
  const ofFolder: MenuEntry[] = folder
    ? [
        {
          label: t('actions.edit'),
          icon: <Pencil size={16} />,
          onPress: () => open({ kind: 'update-folder', folder }),
        },
        {
          label: t('actions.move'),
          icon: <FolderInput size={16} />,
          onPress: () => open({ kind: 'move', mode: 'move', promptIds: [], folderIds, name }),
        },
      ]
    : []
  return (
    <Menu
      label={folder ? t('folder.actions', { name }) : tSelection('libraryActions')}
      entries={[
        {
          label: tShell('palette'),
          icon: <Command size={16} />,
          onPress: () => open({ kind: 'palette' }),
        },
        ...ofFolder,
        {
          label: t('import'),
          icon: <Import size={16} />,
          onPress: () => open({ kind: 'import', folderId }),
        },
        {
          label: tSelection('export'),
          icon: <FileUp size={16} />,
          onPress: () => open({ kind: 'export', promptIds: [], folderIds, name }),
        },
        ...(folder
          ? [
              {
                label: t('actions.delete'),
                icon: <Trash2 size={16} />,
                isDestructive: true,
                onPress: () => open({ kind: 'delete-folder', folder }),
              },
            ]
          : []),
      ]}
    />
  )
}

import { useId, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { toFolderTree } from '#web/library/tree/folder-tree.ts'
import { Select } from '#web/ui/controls/select.tsx'

type FolderFieldProps = { folderId: string | null; onChange: (folderId: string | null) => void }

/** Chooses the folder of a new prompt. Hidden if there are no folders. */
export function FolderField({ folderId, onChange }: FolderFieldProps) {
  const t = useTranslations('library')
  const tHistory = useTranslations('history')
  const id = useId()
  const { data: folders } = useQuery(folderTreeQuery)
  const rows = useMemo(() => folders && toFolderTree(folders).rows(() => true), [folders])
  if (!rows || rows.length === 0) return null
  return (
    <div className="stack gap-6">
      <label htmlFor={id} className="text-13 medium">
        {tHistory('folder')}
      </label>
      <Select
        id={id}
        value={folderId ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      >
        <option value="">{t('search.inRoot')}</option>
        {rows.map(({ id, name, level }) => (
          <option key={id} value={id}>
            {'\u2003'.repeat(level - 1) + name}
          </option>
        ))}
      </Select>
    </div>
  )
}

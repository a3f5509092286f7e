import { useId, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { folderTreeQuery } from './list-folder-tree.ts'
import { toFolderTree } from './folder-tree.ts'
import { Select } from '#web/ui/controls/select.tsx'

type FolderFieldProps = {
  label: string
  /** Label of the choice for no folder. Undefined if one has to be chosen. */
  root: string | undefined
  folderId: string | null
  onChange: (folderId: string | null) => void
}

/** A field that chooses a folder, or none. Hidden if there are no folders. */
export function FolderField({ label, root, folderId, onChange }: FolderFieldProps) {
  const id = useId()
  const { data: folders } = useQuery(folderTreeQuery)
  const rows = useMemo(() => folders && toFolderTree(folders).rows(() => true), [folders])
  if (!rows || rows.length === 0) return null
  return (
    <div className="stack gap-6">
      <label htmlFor={id} className="text-13 medium">
        {label}
      </label>
      <Select
        id={id}
        value={folderId ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      >
        {root !== undefined && <option value="">{root}</option>}
        {rows.map(({ id, name, level }) => (
          <option key={id} value={id}>
            {'\u2003'.repeat(level - 1) + name}
          </option>
        ))}
      </Select>
    </div>
  )
}

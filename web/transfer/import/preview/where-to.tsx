import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { FolderTree } from '#web/library/tree/folder-tree.ts'
import { isLongerThan, limits } from '#contract/core/limits.ts'
import { useErrorText } from '#web/api/error-text.ts'
import fieldStyles from '#web/ui/controls/field.module.css'
import { Select } from '#web/ui/controls/select.tsx'
import styles from '#web/transfer/import/import-dialog.module.css'

/** The folder that an import goes into, null for the root, and whether a new folder is created there. */
export type Destination = {
  folderId: string | null
  hasNewFolder: boolean
  /** The name of the new folder; undefined for the proposed one. */
  newFolder: string | undefined
}

/** Checked before anything is sent, because the server would reject an invalid name. */
export function isNameTooLong({ hasNewFolder, newFolder = '' }: Destination): boolean {
  return hasNewFolder && isLongerThan(newFolder.trim(), limits.nameLength)
}

type WhereToProps = {
  tree: FolderTree
  destination: Destination
  proposed: string
  onChange: (destination: Destination) => void
}

export function WhereTo({ tree, destination, proposed, onChange }: WhereToProps) {
  const t = useTranslations('import.whereTo')
  const tLibrary = useTranslations('library')
  const errorText = useErrorText()
  const id = useId()
  const isTooLong = isNameTooLong(destination)
  const { folderId, hasNewFolder, newFolder } = destination
  return (
    <fieldset className={styles.whereTo}>
      <legend className="visually-hidden">{t('title')}</legend>
      <div className="stack gap-6">
        <label htmlFor={id} className="text-13 medium">
          {t('folder')}
        </label>
        <Select
          id={id}
          value={folderId ?? ''}
          onChange={({ target }) => onChange({ ...destination, folderId: target.value || null })}
        >
          <option value="">{tLibrary('search.inRoot')}</option>
          {tree
            .rows(() => true)
            .map(({ id, name, level }) => (
              <option key={id} value={id}>
                {'\u2003'.repeat(level - 1) + name}
              </option>
            ))}
        </Select>
      </div>
      <div className="stack gap-6">
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={hasNewFolder}
            onChange={({ target }) => onChange({ ...destination, hasNewFolder: target.checked })}
          />
          {t('newFolder')}
        </label>
        <input
          type="text"
          dir="auto"
          autoComplete="off"
          className={fieldStyles.input}
          aria-label={t('name')}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? `${id}-problem` : undefined}
          disabled={!hasNewFolder}
          value={newFolder ?? proposed}
          onChange={({ target }) => onChange({ ...destination, newFolder: target.value })}
        />
        {isTooLong && (
          <p id={`${id}-problem`} role="alert" className="text-13 red">
            {errorText('name_too_long')}
          </p>
        )}
      </div>
    </fieldset>
  )
}

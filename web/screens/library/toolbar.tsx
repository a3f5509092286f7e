import { useEffect } from 'react'
import { FileUp, FolderPlus, Import, Plus, Search, Shapes, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { searchBox, toolbar } from '#web/library/on-screen.ts'
import { useCommands } from '#web/library/commands.ts'
import { isMac, usesSingleKeys } from '#web/library/single-keys.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import fieldStyles from '#web/ui/controls/field.module.css'
import { Menu } from '#web/ui/controls/menu.tsx'
import { listen } from '#web/ui/listen.ts'
import styles from './toolbar.module.css'

type ToolbarProps = {
  searchText: string
  onSearch: (text: string) => void
  /** Called when a click is likely. */
  onApproach: () => void
  onCreateFolder: () => void
  onAddPrompt: () => void
  onImport: () => void
  onExport: () => void
  onSamples: () => void
  /** The screen below offers the same buttons. */
  isEmpty: boolean
}

/** Search and creation. On a phone, one button offers both kinds of new items. */
export function Toolbar(props: ToolbarProps) {
  const { searchText, onSearch, onApproach, onCreateFolder, onAddPrompt } = props
  const { onImport, onExport, onSamples, isEmpty } = props
  const t = useTranslations('library')
  const folderIcon = <FolderPlus size={17} />
  const importIcon = <Import size={17} />
  const exportIcon = <FileUp size={17} />
  const samplesIcon = <Shapes size={17} />
  const promptIcon = <Plus size={17} />
  return (
    <div
      ref={toolbar}
      className={styles.toolbar}
      data-empty={isEmpty || undefined}
      onPointerOver={onApproach}
      onPointerDown={onApproach}
      onFocus={onApproach}
    >
      <SearchBox text={searchText} onChange={onSearch} />
      <div className={styles.buttons}>
        <IconButton label={t('samples')} className={styles.import} onClick={onSamples}>
          {samplesIcon}
        </IconButton>
        <IconButton label={t('import')} className={styles.import} onClick={onImport}>
          {importIcon}
        </IconButton>
        <IconButton label={t('export')} className={styles.import} onClick={onExport}>
          {exportIcon}
        </IconButton>
        <Button icon={folderIcon} onClick={onCreateFolder}>
          {t('createFolder')}
        </Button>
        <Button look="primary" icon={promptIcon} onClick={onAddPrompt}>
          {t('addPrompt')}
        </Button>
      </div>
      <Menu
        label={t('add')}
        className={styles.add}
        icon={<Plus size={20} />}
        entries={[
          { label: t('addPrompt'), icon: promptIcon, onPress: onAddPrompt },
          { label: t('createFolder'), icon: folderIcon, onPress: onCreateFolder },
          { label: t('import'), icon: importIcon, onPress: onImport },
          { label: t('export'), icon: exportIcon, onPress: onExport },
          { label: t('samples'), icon: samplesIcon, startsGroup: true, onPress: onSamples },
        ]}
      />
    </div>
  )
}

function SearchBox({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const t = useTranslations('library.search')
  const tShell = useTranslations('shell')
  const { open } = useCommands()
  useSlashKey(() => searchBox.current?.focus())
  return (
    <div role="search" className={styles.search}>
      <Search size={16} className="field-icon" />
      <input
        ref={searchBox}
        className={classNames('text-14', fieldStyles.input)}
        type="text"
        dir="auto"
        enterKeyHint="search"
        aria-label={t('label')}
        placeholder={t('label')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('')
          // `hits.ts` opens the first hit once there is one.
          event.currentTarget.toggleAttribute('data-entered', event.key === 'Enter')
        }}
      />
      {text === '' ? (
        <button
          type="button"
          className={styles.palette}
          title={tShell('palette')}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => open({ kind: 'palette' })}
        >
          <span className="visually-hidden">{tShell('palette')}</span>
          <kbd aria-hidden>{isMac ? '⌘' : t('control')}</kbd> <kbd aria-hidden>K</kbd>
        </button>
      ) : (
        <IconButton
          label={t('clear')}
          onClick={() => {
            onChange('')
            searchBox.current?.focus()
          }}
        >
          <X size={16} />
        </IconButton>
      )}
    </div>
  )
}

/** Runs a callback on `/`, unless the user is typing or a dialog is open. */
function useSlashKey(onPress: () => void) {
  useEffect(() =>
    listen(document, ['keydown'], (event) => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest('input, textarea, dialog, [contenteditable]')
      if (
        !usesSingleKeys() ||
        event.key !== '/' ||
        isTyping ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return
      event.preventDefault()
      onPress()
    }),
  )
}

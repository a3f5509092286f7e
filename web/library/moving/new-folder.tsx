import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { FolderPlus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { defaultColor } from '#contract/core/colors.ts'
import { folderCalls, type TreeFolder } from '#contract/library/folders.ts'
import { useAttempt } from '#web/api/attempt.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { bdi } from '#web/ui/bdi.tsx'
import styles from './move-dialog.module.css'

type NewFolderProps = {
  /** Undefined for the root. */
  parent: TreeFolder | undefined
  onCreated: (id: string, parentId: string | null) => void
}

/** A button that turns into a field for the name of a new folder. */
export function NewFolder({ parent, onCreated }: NewFolderProps) {
  const t = useTranslations('history.moving.newFolder')
  const [isNaming, setNaming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasNaming = useRef(false)
  useEffect(() => {
    if (wasNaming.current && !isNaming && document.activeElement === document.body) {
      button.current?.focus()
    }
    wasNaming.current = isNaming
  }, [isNaming])
  return (
    <div className={styles.newFolder}>
      {isNaming ? (
        <Naming
          parent={parent}
          onCreated={(id) => {
            setNaming(false)
            onCreated(id, parent?.id ?? null)
          }}
          onCancel={() => setNaming(false)}
        />
      ) : (
        <button
          ref={button}
          type="button"
          className={styles.newFolderButton}
          onClick={() => setNaming(true)}
        >
          <FolderPlus size={16} />
          <span className="ellipsis">
            {parent ? t.rich('in', { name: parent.name, bdi }) : t('inRoot')}
          </span>
        </button>
      )}
    </div>
  )
}

type NamingProps = {
  parent: TreeFolder | undefined
  onCreated: (id: string) => void
  onCancel: () => void
}

function Naming({ parent, onCreated, onCancel }: NamingProps) {
  const t = useTranslations('history.moving.newFolder')
  const tLibrary = useTranslations('library')
  const [name, setName] = useState('')
  const create = useToastedCall(folderCalls.createFolder, { changes: ['folders', 'counts'] })
  const attempt = useAttempt()

  function submit() {
    if (name.trim() === '' || create.isPending) return
    create.mutate(
      { name, color: parent?.color ?? defaultColor, folderId: parent?.id ?? null, attempt },
      { onSuccess: ({ id }) => onCreated(id) },
    )
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter') submit()
    else return
    // Keeps the dialog from handling these keys.
    event.preventDefault()
  }

  return (
    <>
      <input
        type="text"
        className="shrinks text-14 surface rounded full-width"
        dir="auto"
        autoComplete="off"
        // The field replaces the button that was pressed.
        autoFocus
        aria-label={t('name')}
        placeholder={t('name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button busy={create.isPending} disabled={name.trim() === ''} onClick={submit}>
        {tLibrary('folder.create')}
      </Button>
      <IconButton label={tLibrary('actions.cancel')} onClick={onCancel}>
        <X size={16} />
      </IconButton>
    </>
  )
}

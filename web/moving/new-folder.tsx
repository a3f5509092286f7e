import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { FolderPlus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { defaultColor } from '#contract/colors.ts'
import { folderCalls, type TreeFolder } from '#contract/folders.ts'
import { useAttempt } from '#web/api/attempt.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { toastError } from '#web/ui/overlays/toast.ts'
import { bdi } from '#web/ui/bdi.tsx'
import styles from './move-dialog.module.css'

type NewFolderProps = {
  /** Undefined for the root. */
  parent: TreeFolder | undefined
  onMade: (id: string, parentId: string | null) => void
}

/** A button that turns into a line to name a new folder with. */
export function NewFolder({ parent, onMade }: NewFolderProps) {
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
          onMade={(id) => {
            setNaming(false)
            onMade(id, parent?.id ?? null)
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
          <FolderPlus size={16} strokeWidth={1.5} aria-hidden />
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
  onMade: (id: string) => void
  onCancel: () => void
}

function Naming({ parent, onMade, onCancel }: NamingProps) {
  const t = useTranslations('history.moving.newFolder')
  const tLibrary = useTranslations('library')
  const errorText = useErrorText()
  const [name, setName] = useState('')
  const create = useCall(folderCalls.createFolder, { changes: ['folders', 'counts'] })
  const attempt = useAttempt()

  function make() {
    if (name.trim() === '' || create.isPending) return
    create.mutate(
      { name, color: parent?.color ?? defaultColor, folderId: parent?.id ?? null, attempt },
      {
        onSuccess: ({ id }) => onMade(id),
        onError: (error) => toastError(errorText(error)),
      },
    )
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter') make()
    else return
    // Not the dialog's keys.
    event.preventDefault()
  }

  return (
    <>
      <input
        type="text"
        className="shrinks text-14 surface rounded full-width"
        dir="auto"
        autoComplete="off"
        // It takes the place of the button that was pressed.
        autoFocus
        aria-label={t('name')}
        placeholder={t('name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button busy={create.isPending} disabled={name.trim() === ''} onClick={make}>
        {tLibrary('folder.create')}
      </Button>
      <IconButton label={tLibrary('actions.cancel')} onClick={onCancel}>
        <X size={16} strokeWidth={1.5} />
      </IconButton>
    </>
  )
}

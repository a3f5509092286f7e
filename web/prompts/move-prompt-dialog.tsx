import { Fragment, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Folder, House, MoveRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { promptCalls } from '#contract/prompts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { folderListQuery } from '#web/library/list-folders.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { longName } from '#web/ui/long-name.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { LeftOutFolders } from '#web/library/left-out-folders.tsx'
import styles from './move-prompt-dialog.module.css'

type MovePromptDialogProps = {
  open: boolean
  prompt: { id: string; name: string }
  onClose: () => void
}

const root = 'root'

/** Browses the folders from the root; a radio button, on a folder's row or the root's, is the choice. */
export function MovePromptDialog({ open, prompt, onClose }: MovePromptDialogProps) {
  const t = useTranslations('library')
  const errorText = useErrorText()
  const [browsed, setBrowsed] = useState<string | null>(null)
  const [destination, setDestination] = useState<{ id: string; name: string }>()
  const folders = useQuery(folderListQuery(browsed))
  const move = useCall(promptCalls.movePrompt, { changes: ['prompts', 'counts'] })

  function submit() {
    if (destination === undefined || move.isPending) return
    move.mutate(
      { promptId: prompt.id, folderId: destination.id },
      {
        onSuccess: () => {
          toastSuccess(t('move.done'))
          onClose()
        },
        onError: (error) => {
          const isKnown = error instanceof ApiError && error.code !== 'unknown'
          toastError(isKnown ? errorText(error) : t('move.failed'))
        },
      },
    )
  }

  const choice = (id: string, name: string) => ({
    type: 'radio',
    name: 'destination',
    'aria-label': t('move.choose', { name }),
    checked: destination?.id === id,
    onChange: () => setDestination({ id, name }),
  })

  return (
    <Dialog open={open} title={t('move.title')} onCloseRequest={onClose}>
      <DialogBody>
        <p className={styles.text}>
          {t.rich('move.text', {
            name: prompt.name,
            bdi: longName(prompt.name, t('actions.wholeName')),
          })}
        </p>
        <nav aria-label={t('breadcrumb')} className={styles.crumbs}>
          <button type="button" onClick={() => setBrowsed(null)}>
            <House size={15} strokeWidth={1.5} />
            {t('root')}
          </button>
          {folders.data?.folderTree.map((folder) => (
            <Fragment key={folder.id}>
              {folder.leftOutBefore !== undefined && (
                <>
                  <span aria-hidden>/</span> <LeftOutFolders count={folder.leftOutBefore} />
                </>
              )}
              <button type="button" onClick={() => setBrowsed(folder.id)}>
                <span aria-hidden>/</span> <bdi>{folder.name}</bdi>
              </button>
            </Fragment>
          ))}
        </nav>
        <ul className={styles.rows} aria-busy={folders.isPending}>
          <li>
            <label>
              <input {...choice(root, t('root'))} />
              <House size={17} strokeWidth={1.5} aria-hidden />
              {t('root')}
            </label>
          </li>
          {folders.data?.folders.map((folder) => (
            <li key={folder.id}>
              <input {...choice(folder.id, folder.name)} />
              <button
                type="button"
                aria-label={t('move.open', { name: folder.name })}
                onClick={() => setBrowsed(folder.id)}
              >
                <Folder
                  size={17}
                  strokeWidth={1.5}
                  aria-hidden
                  className={styles.folder}
                  style={{ fill: ownerColor(folder.color).raw }}
                />
                <span dir="auto">{folder.name}</span>
                <ChevronRight size={16} strokeWidth={1.5} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
        {folders.data?.folders.length === 0 && <p className={styles.none}>{t('move.noFolders')}</p>}
        {folders.error && (
          <p role="alert" className={styles.none}>
            {t('failure.folders')}{' '}
            <Button busy={folders.isFetching} onClick={() => void folders.refetch()}>
              {t('failure.retry')}
            </Button>
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <output className={styles.chosen}>
          {destination ? (
            <>
              <MoveRight size={16} strokeWidth={1.5} aria-hidden />
              <span className="visually-hidden">{t('move.chosen')} </span>
              <bdi>{destination.name}</bdi>
            </>
          ) : (
            <span className="visually-hidden">{errorText('destination_missing')}</span>
          )}
        </output>
        <Button onClick={onClose}>{t('actions.cancel')}</Button>
        <Button
          look="primary"
          busy={move.isPending}
          disabled={destination === undefined || folders.isPending}
          title={destination ? undefined : errorText('destination_missing')}
          onClick={submit}
        >
          {t('move.submit')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

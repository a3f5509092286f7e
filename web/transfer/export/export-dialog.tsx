import { useEffect, useId, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import { toFileName } from '#web/transfer/formats/markdown/file-names.ts'
import progressStyles from '#web/transfer/import/import-dialog.module.css'
import { writeMarkdownFiles } from '#web/transfer/writing/write-files.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import styles from './export-dialog.module.css'
import { fetchLibrary, isWhole, type Exported } from './fetch-library.ts'
import { saveFile } from './save-file.ts'

const kinds = ['json', 'markdown'] as const
type Kind = (typeof kinds)[number]

type ExportDialogProps = {
  open: boolean
  /** `name` is that of the first item. */
  what: Exported & { name: string }
  onClose: () => void
}

/** Asks for a format, then saves the library or a selection as a file. Closing the dialog cancels the export. */
export function ExportDialog({ open, what, onClose }: ExportDialogProps) {
  const t = useTranslations('import.export')
  const tLibrary = useTranslations('library')
  const errorText = useErrorText()
  const id = useId()
  const [kind, setKind] = useState<Kind>('json')
  const [progress, setProgress] = useState<{ done: number; isWriting: boolean }>()
  const [error, setError] = useState<Error>()
  const all = useCount(what)
  const running = useRef<AbortController>(undefined)
  useEffect(() => {
    if (!open) running.current?.abort()
  }, [open])

  async function run() {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setError(undefined)
    setProgress({ done: 0, isWriting: false })
    try {
      const json = await fetchLibrary(what, {
        signal,
        onProgress: (done) => setProgress({ done, isWriting: false }),
      })
      const file = kind === 'json' ? json : await toMarkdown(json, signal)
      signal.throwIfAborted()
      const name = toName(what, t('fileName')) + (kind === 'json' ? '.json' : '.zip')
      saveFile(file, name)
      toastSuccess(t('done', { name }))
      onClose()
    } catch (failure) {
      if (!signal.aborted)
        setError(failure instanceof Error ? failure : new Error('Exporting failed'))
    }
    setProgress(undefined)
  }

  function toMarkdown(json: Blob, signal: AbortSignal): Promise<Blob> {
    setProgress({ done: 0, isWriting: true })
    return writeMarkdownFiles(json, {
      signal,
      onProgress: (share) => setProgress({ done: Math.round(share * (all ?? 0)), isWriting: true }),
    })
  }

  const done = Math.min(progress?.done ?? 0, all ?? 0)
  return (
    <Dialog open={open} size="medium" title={t('title')} onCloseRequest={onClose}>
      <DialogBody>
        <p className={styles.what} dir="auto">
          {isWhole(what) ? t('everything') : nameOf(what, t)}
        </p>
        {progress ? (
          <div className={styles.running}>
            <p id={id} role="status">
              {t(progress.isWriting ? 'writing' : 'fetching')}
            </p>
            <progress
              aria-labelledby={id}
              className={progressStyles.progress}
              max={all || 1}
              value={all === undefined || done === 0 ? undefined : done}
            />
            <p className={progressStyles.count}>
              {all === undefined ? '\u00A0' : t('count', { done, all })}
            </p>
          </div>
        ) : (
          <fieldset className={styles.kinds}>
            <legend className="visually-hidden">{t('format')}</legend>
            {kinds.map((one) => (
              <label key={one} className="flex gap-12 text-14 medium outlined pointer">
                <input
                  type="radio"
                  name={id}
                  checked={one === kind}
                  onChange={() => setKind(one)}
                />
                <span>
                  {t(`${one}.name`)}
                  <small className="text-13 quiet">{t(`${one}.text`)}</small>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {error !== undefined && (
          <p role="alert" className={styles.failure}>
            {errorText(error)}
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{tLibrary('actions.cancel')}</Button>
        <Button
          look="primary"
          data-autofocus
          busy={progress !== undefined}
          onClick={() => void run()}
        >
          {t('title')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** Returns the number of prompts to export, or undefined while it loads. */
function useCount({ promptIds, folderIds }: Exported): number | undefined {
  const { data: profile } = useQuery(profileQuery)
  const { data: tree } = useQuery({ ...folderTreeQuery, enabled: folderIds.length > 0 })
  if (isWhole({ promptIds, folderIds })) return profile?.usage.prompts
  if (folderIds.length === 0) return promptIds.length
  const wanted = new Set(folderIds)
  return tree
    ?.filter(({ id }) => wanted.has(id))
    .reduce((sum, { promptCount }) => sum + promptCount, promptIds.length)
}

type Translate = ReturnType<typeof useTranslations<'import.export'>>

function nameOf({ promptIds, folderIds, name }: ExportDialogProps['what'], t: Translate): string {
  const count = promptIds.length + folderIds.length
  return count === 1 ? name : t('some', { count })
}

/** Returns a file name without its extension. */
function toName(what: ExportDialogProps['what'], library: string): string {
  const isOne = what.promptIds.length + what.folderIds.length === 1
  return isOne ? toFileName(what.name) : `${library} ${new Date().toISOString().slice(0, 10)}`
}

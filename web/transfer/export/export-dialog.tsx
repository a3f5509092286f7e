import { useEffect, useId, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { profileQuery } from '#web/accounts/get-profile.ts'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { toFileName } from '#contract/transfer/markdown/file-names.ts'
import progressStyles from '#web/transfer/import/import-dialog.module.css'
import { writeFiles } from '#web/transfer/writing/write-files.ts'
import type { Written } from '#web/transfer/writing/write-worker.ts'
import { bdi } from '#web/ui/bdi.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import styles from './export-dialog.module.css'
import { fetchLibrary, isWhole, type Exported } from './fetch-library.ts'
import { saveFile } from './save-file.ts'

const kinds = ['json', 'markdown', 'skills'] as const
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
  const tShell = useTranslations('shell')
  const errorText = useErrorText()
  const id = useId()
  const [kind, setKind] = useState<Kind>('json')
  const [progress, setProgress] = useState<{ done: number; isWriting: boolean }>()
  const [error, setError] = useState<Error>()
  /** The exported skills, if a message about them is shown. */
  const [exported, setExported] = useState<Written>()
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
    setExported(undefined)
    setProgress({ done: 0, isWriting: false })
    try {
      const json = await fetchLibrary(what, {
        signal,
        onProgress: (done) => setProgress({ done, isWriting: false }),
      })
      const written = kind === 'json' ? undefined : await write(json, kind, signal)
      signal.throwIfAborted()
      const isEmpty = kind === 'skills' && written?.skills === 0
      const name = toName(what, t('fileName')) + (kind === 'json' ? '.json' : '.zip')
      if (!isEmpty) saveFile(written?.zip ?? json, name)
      if (kind === 'skills' && written && isWorthTelling(written)) setExported(written)
      else {
        toastSuccess(t('done', { name }))
        onClose()
      }
    } catch (failure) {
      if (!signal.aborted)
        setError(failure instanceof Error ? failure : new Error('Exporting failed'))
    }
    setProgress(undefined)
  }

  function write(json: Blob, format: 'markdown' | 'skills', signal: AbortSignal) {
    setProgress({ done: 0, isWriting: true })
    const onProgress = (share: number) =>
      setProgress({ done: Math.round(share * (all ?? 0)), isWriting: true })
    return writeFiles({ json, format }, { signal, onProgress })
  }

  const done = Math.min(progress?.done ?? 0, all ?? 0)
  return (
    <Dialog open={open} size="medium" title={t('title')} onCloseRequest={onClose}>
      <DialogBody>
        <p className="text-16 bold breaks" dir="auto">
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
            <p className="text-14 tabular">
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
                  onChange={() => {
                    setKind(one)
                    setExported(undefined)
                  }}
                />
                <span>
                  {t(`${one}.name`)}
                  <small className="text-13 quiet">{t(`${one}.text`)}</small>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {exported && (
          <div role="status" className={styles.exported}>
            <p>
              {exported.skills === 0
                ? t('skills.none', { count: exported.prompts })
                : t('skills.written', { count: exported.skills })}
            </p>
            {exported.skills > 0 && exported.skills < exported.prompts && (
              <p>{t('skills.leftOut', { count: exported.prompts - exported.skills })}</p>
            )}
            {exported.refused.length > 0 && (
              <p>
                {t.rich('skills.refused', {
                  count: exported.refused.length,
                  names: exported.refused.slice(0, namesListed).join(', '),
                  bdi,
                })}
              </p>
            )}
          </div>
        )}
        {error !== undefined && (
          <p role="alert" className="text-14 above-16">
            {errorText(error)}
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{exported ? tShell('close') : tLibrary('actions.cancel')}</Button>
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

/** Names of skills in one message. */
const namesListed = 10

function isWorthTelling({ prompts, skills, refused }: Written): boolean {
  return skills === 0 || skills < prompts || refused.length > 0
}

/** Returns the number of prompts to export; undefined while it loads. */
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

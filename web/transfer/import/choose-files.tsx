import { useRef, type ChangeEvent } from 'react'
import { FileText, FolderOpen } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Source } from '#web/transfer/reading/reading.ts'
import { sourcesOf } from '#web/transfer/reading/sources.ts'
import { Button } from '#web/ui/controls/button.tsx'
import styles from './import-dialog.module.css'

/** The first stage of an import: buttons to choose files or a folder. */
export function ChooseFiles({ onChoose }: { onChoose: (sources: readonly Source[]) => void }) {
  const t = useTranslations('import.choose')
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const hasMouse = matchMedia('(pointer: fine)').matches
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const sources = sourcesOf(target.files ?? [])
    // Without this, choosing the same file again would fire no event.
    target.value = ''
    if (sources.length > 0) onChoose(sources)
  }
  return (
    <div className={styles.choose}>
      <h3>{t(hasMouse ? 'title' : 'titleForTouch')}</h3>
      <p className="text-14 quiet">{t('text')}</p>
      <div className={styles.buttons}>
        <Button
          look="primary"
          data-autofocus
          icon={<FileText size={16} />}
          onClick={() => files.current?.click()}
        >
          {t('files')}
        </Button>
        {/* Phones cannot choose folders. */}
        {hasMouse && (
          <Button icon={<FolderOpen size={16} />} onClick={() => folder.current?.click()}>
            {t('folder')}
          </Button>
        )}
      </div>
      <p className="text-13 quiet">{t('formats')}</p>
      <input ref={files} type="file" multiple hidden aria-label={t('files')} onChange={choose} />
      <input
        ref={folder}
        type="file"
        {...{ webkitdirectory: '' }}
        hidden
        aria-label={t('folder')}
        onChange={choose}
      />
    </div>
  )
}

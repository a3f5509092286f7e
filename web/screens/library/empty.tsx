import { FolderPlus, Import, Plus, Shapes } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenCommand } from '#web/library/commands.ts'
import { hints } from '#web/library/hints.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useStore } from '#web/ui/store.ts'
import styles from './library-screen.module.css'

type EmptyProps = { folderId: string | null; open: OpenCommand }

/** Shown in an empty folder, with actions that create the first prompt. */
export function Empty({ folderId, open }: EmptyProps) {
  const t = useTranslations('library')
  const { hasClosedSamples } = useStore(hints)
  return (
    <div className={styles.empty}>
      <h2>{t('empty.title')}</h2>
      <p>{t(folderId === null ? 'empty.root' : 'empty.folder')}</p>
      <div>
        <Button
          icon={<FolderPlus size={17} />}
          onClick={() => open({ kind: 'create-folder', folderId })}
        >
          {t('createFolder')}
        </Button>
        <Button icon={<Import size={17} />} onClick={() => open({ kind: 'import', folderId })}>
          {t('import')}
        </Button>
        {hasClosedSamples && (
          <Button icon={<Shapes size={17} />} onClick={() => open({ kind: 'starter-shelf' })}>
            {t('samples')}
          </Button>
        )}
        <Button
          look="primary"
          icon={<Plus size={17} />}
          onClick={() => open({ kind: 'create-prompt', folderId })}
        >
          {t('addPrompt')}
        </Button>
      </div>
    </div>
  )
}

import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '#web/ui/overlays/dialog.tsx'
import styles from './import-dialog.module.css'

// A chunk of its own: most visits import nothing.
const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}))

type ComingImportProps = { open: boolean; folderId: string | null; onClose: () => void }

/** The import's dialog, empty until its code has come. */
export function ComingImport(props: ComingImportProps) {
  const t = useTranslations('library')
  const { open, onClose } = props
  return (
    <Suspense
      fallback={
        <Dialog open={open} size="large" title={t('import')} onCloseRequest={onClose}>
          <DialogBody>
            <div className={styles.coming} aria-busy />
          </DialogBody>
        </Dialog>
      }
    >
      <ImportDialog {...props} />
    </Suspense>
  )
}

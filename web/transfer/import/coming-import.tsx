import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '#web/ui/overlays/dialog.tsx'
import styles from './import-dialog.module.css'

// A separate chunk, since most visits import nothing.
const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}))

type ComingImportProps = { open: boolean; folderId: string | null; onClose: () => void }

/** The import dialog, empty until its chunk has loaded. */
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

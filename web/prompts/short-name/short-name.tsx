import { useTranslations } from 'use-intl'
import { copyText } from '#web/ui/copy-text.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import styles from './short-name.module.css'

/** A prompt's short name in small type. Clicking it copies it. */
export function ShortName({ name }: { name: string }) {
  const t = useTranslations('history.shortName')
  async function copy() {
    if (await copyText(`/${name}`)) toastSuccess(t('copied', { name }))
    else toastError(t('copyFailed'))
  }
  const label = t('copy', { name })
  return (
    <button
      type="button"
      dir="ltr"
      className={styles.name}
      data-called
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      <span className="ellipsis">{`/${name}`}</span>
    </button>
  )
}

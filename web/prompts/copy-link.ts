import { useTranslations } from 'use-intl'
import { shareLink } from '#web/paths.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'

/** Copies a prompt's public link, and reports in a toast whether that worked. */
export function useCopyLink() {
  const t = useTranslations('library.prompt')
  return async (promptId: string) => {
    if (await copyText(shareLink(promptId))) toastSuccess(t('urlCopied'))
    else toastError(t('urlCopyFailed'))
  }
}

import { useTranslations } from 'use-intl'
import { copyText } from '#web/ui/copy-text.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'

/** Spec §3: the address at which anyone can see a shared prompt. */
export function shareLink(promptId: string): string {
  return `${location.origin}/prompt/shared/${promptId}`
}

/** Copies a prompt's public link, and says whether that worked. */
export function useCopyLink() {
  const t = useTranslations('library.prompt')
  return async (promptId: string) => {
    if (await copyText(shareLink(promptId))) toastSuccess(t('urlCopied'))
    else toastError(t('urlCopyFailed'))
  }
}

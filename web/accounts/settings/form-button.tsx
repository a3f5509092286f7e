import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isServerThere } from '#web/api/connection.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { lazyCode, useLazyCode } from '#web/ui/lazy-code.ts'
import type { useDialog } from '#web/ui/overlays/linger.ts'

const formCode = lazyCode(() => import('./form-dialogs.ts'))

type FormButtonProps = {
  label: string
  icon?: ReactNode
  /** The id of the section whose address opens the form, if there is one. */
  form?: string
  dialog: ReturnType<typeof useDialog>
  /** Opens the dialog. Default: immediately. */
  onClick?: () => void
  /** Renders the dialog from the code of the profile's forms. */
  children: (code: NonNullable<ReturnType<typeof formCode.get>>) => ReactNode
}

/** A button that opens a form of the profile. Its code loads on demand; if that fails, the button retries. */
export function FormButton({ label, icon, form, dialog, onClick, children }: FormButtonProps) {
  const t = useTranslations('accounts.profile')
  const { isShown } = dialog
  const { code, failure, retry } = useLazyCode(formCode, { isWanted: isShown })
  const [missing, setMissing] = useState<{ error: unknown }>()
  if (missing) throw missing.error

  function tryAgain() {
    retry()
    formCode.fetch().catch(async (error: unknown) => {
      // A newer release has other files, so the error screen reloads the page.
      if (await isServerThere()) setMissing({ error })
    })
  }

  return (
    <>
      {failure && <p role="alert">{t('formFailed')}</p>}
      <Button
        icon={!failure && icon}
        data-form={form}
        busy={isShown && !code && !failure}
        onPointerEnter={formCode.prefetch}
        onClick={failure ? tryAgain : (onClick ?? dialog.open)}
      >
        {failure ? t('retry') : label}
      </Button>
      {isShown && code && children(code)}
    </>
  )
}

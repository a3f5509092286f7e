import { useTranslations } from 'use-intl'
import { useErrorText } from '#web/messages/error-text.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useGoogleLogin } from './get-google-link.ts'

export function GoogleButton() {
  const t = useTranslations('accounts')
  const errorText = useErrorText()
  const google = useGoogleLogin()
  return (
    <>
      <Button busy={google.isPending || google.isSuccess} onClick={() => google.mutate()}>
        {t('login.google')}
      </Button>
      <FormError>{google.error && errorText(google.error)}</FormError>
    </>
  )
}

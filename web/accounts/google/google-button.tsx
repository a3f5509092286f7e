import { useTranslations } from 'use-intl'
import { useErrorText } from '#web/api/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormError } from '#web/ui/controls/field.tsx'
import { useGoogleLogin } from './get-google-link.ts'
import { storeGoogleReturn } from './google-return.ts'

/** Logs in with Google. `returnTo` is the path to return to, home by default. */
export function GoogleButton({ returnTo }: { returnTo?: string }) {
  const t = useTranslations('accounts')
  const errorText = useErrorText()
  const google = useGoogleLogin()
  return (
    <>
      <Button
        busy={google.isPending || google.isSuccess}
        onClick={() => {
          storeGoogleReturn(returnTo)
          google.mutate({}, { onError: (error) => console.error(error) })
        }}
      >
        {t('login.google')}
      </Button>
      <FormError>{google.error && errorText(google.error)}</FormError>
    </>
  )
}

import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'

type LoggedOutProps = { isEnded: boolean; onLogIn: () => void }

/** Says why there is no library. */
export function LoggedOut({ isEnded, onLogIn }: LoggedOutProps) {
  const t = useTranslations('extension')
  return (
    <>
      <p role="status">{t(isEnded ? 'ended' : 'loggedOut')}</p>
      <div>
        <Button look="primary" autoFocus onClick={onLogIn}>
          {t('logIn')}
        </Button>
      </div>
    </>
  )
}

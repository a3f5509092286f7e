import { useRef, useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { appCalls } from '#contract/accounts/apps.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FormError, useErrorFocus } from '#web/ui/controls/field.tsx'
import { AskConsent, ConnectPage } from './connect-page.tsx'
import styles from './connect-page.module.css'

/** Finds the request of an app on another device by the code that the app shows, then asks about it. */
export function ConnectDeviceScreen() {
  const t = useTranslations('apps.device')
  const errorText = useErrorText()
  const [search] = useSearchParams()
  // A link may contain the code. The user still has to compare it, and to submit it.
  const [typed, setTyped] = useState(() => search.get('user_code') ?? '')
  const [missing, setMissing] = useState<object>()
  const field = useRef<HTMLInputElement>(null)
  const find = useCall(appCalls.findDeviceRequest, { changes: [] })
  useErrorFocus(field, missing ?? find.error)
  if (find.data) return <AskConsent request={find.data} />

  function submit(event: FormEvent) {
    event.preventDefault()
    if (find.isPending) return
    const userCode = typed.replace(/[\s\p{Dash}]/gu, '')
    setMissing(userCode === '' ? {} : undefined)
    if (userCode !== '') find.mutate({ userCode })
  }

  const isOfCode = find.error instanceof ApiError && find.error.code === 'user_code_invalid'
  const failure = find.error ? errorText(find.error) : undefined
  return (
    <ConnectPage title={t('title')}>
      <form noValidate className={styles.device} onSubmit={submit}>
        <h1>{t('title')}</h1>
        <p className="quiet">{t('text')}</p>
        <Field
          ref={field}
          className={styles.code}
          label={t('code')}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          value={typed}
          error={missing ? t('missing') : isOfCode ? failure : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        <FormError>{!isOfCode && failure}</FormError>
        <Button type="submit" look="primary" busy={find.isPending}>
          {t('submit')}
        </Button>
      </form>
    </ConnectPage>
  )
}

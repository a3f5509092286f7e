import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { DeviceAnswer } from '#contract/accounts/device-flow.ts'
import { parseServerAddress } from '#contract/core/server-address.ts'
import { screens } from '#contract/screens.ts'
import { extensionApi } from '#extension/browser/extension-api.ts'
import { askForAccess, waitForAccess, type LoginFailure } from '#extension/login/ask-for-access.ts'
import { logIn, loginState, logOut, toPattern, type Login } from '#extension/login/login.ts'
import { libraryCopy } from '#web/api/copied-answers.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FormError } from '#web/ui/controls/field.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { useStore } from '#web/ui/store.ts'
import styles from './settings.module.css'

/** Where the extension logs in and out. */
export function SettingsScreen() {
  const t = useTranslations('extension')
  const login = useStore(loginState)
  return (
    <main className={styles.screen}>
      <title>{t('account.title')}</title>
      <Logo />
      <h1 className="text-16 bold">{t('account.title')}</h1>
      <p>{t('account.text')}</p>
      {login === 'ended' && <p role="status">{t('ended')}</p>}
      {typeof login === 'object' ? <Account login={login} /> : <LoginForm />}
    </main>
  )
}

function Account({ login }: { login: Login }) {
  const t = useTranslations('extension.account')
  const [isBusy, setBusy] = useState(false)
  const count = useStore(libraryCopy)?.contents?.prompts ?? 0
  const { origin, folder, scopes } = login
  return (
    <section className="stack one-column gap-16">
      <h2 className="text-15 bold">{t('connected', { host: new URL(origin).host })}</h2>
      <p>
        {t(scopes.includes('library:write') ? 'mayChange' : 'readOnly')}
        {folder && ` ${t('inFolder', { folder: folder.name ?? '' })}`}
      </p>
      <p role="status">{t('stored', { count })}</p>
      <p>{t('usage')}</p>
      <div>
        <Button
          busy={isBusy}
          onClick={() => {
            setBusy(true)
            void logOut(login)
          }}
        >
          {t('logOut')}
        </Button>
      </div>
      <p className="text-13 quiet">{t('logOutText')}</p>
    </section>
  )
}

type Problem = 'invalid' | 'insecure' | 'notAllowed' | `failures.${LoginFailure}`

function LoginForm() {
  const t = useTranslations('extension.account')
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<{ origin: string; code: string }>()
  /** The request that the user is answering. An older one no longer counts. */
  const current = useRef<DeviceAnswer>(undefined)

  async function connect(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    setProblem(await logInThere())
    setBusy(false)
  }

  async function logInThere(): Promise<Problem | undefined> {
    const { origin, isInsecure } = parseServerAddress(address) ?? {}
    if (origin === undefined) return 'invalid'
    if (isInsecure) return 'insecure'
    // First, because the browser asks only within a click.
    const isAllowed = await extensionApi.permissions
      .request({ origins: [toPattern(origin)] })
      .catch(() => false)
    if (!isAllowed) return 'notAllowed'
    const answer = await askForAccess(origin)
    if (typeof answer === 'string') return `failures.${answer}`
    current.current = answer
    setAsked({ origin, code: answer.user_code })
    setBusy(false)
    void openConsent(origin, answer.user_code)
    const login = await waitForAccess(origin, answer)
    if (current.current !== answer) return undefined
    setAsked(undefined)
    if (typeof login === 'string') return `failures.${login}`
    await logIn(login)
    return undefined
  }

  if (asked) {
    return (
      <section className="stack one-column gap-16" role="status">
        <p>{t('waiting')}</p>
        <p className={styles.code}>{asked.code}</p>
        <div className="row gap-8">
          <Button onClick={() => void openConsent(asked.origin, asked.code)}>
            {t('openAgain')}
          </Button>
          <Button
            onClick={() => {
              current.current = undefined
              setAsked(undefined)
            }}
          >
            {t('cancel')}
          </Button>
        </div>
      </section>
    )
  }
  return (
    <form noValidate className="stack one-column gap-16" onSubmit={(event) => void connect(event)}>
      <Field
        label={t('address')}
        hint={t('addressHint')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <FormError>{problem && t(problem)}</FormError>
      <div>
        <Button type="submit" look="primary" busy={isBusy}>
          {t('connect')}
        </Button>
      </div>
    </form>
  )
}

/** At the address that the user has entered: the server's own answer may lead elsewhere. */
async function openConsent(origin: string, code: string): Promise<void> {
  const query = new URLSearchParams({ user_code: code })
  await extensionApi.tabs.create({ url: `${origin}${screens.connectDevice}?${query}` })
}

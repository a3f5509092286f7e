import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './tokens.module.css'

type SecretProps = {
  secret: string
  /** Whether the token is limited to a folder. */
  isOfFolder: boolean
  /** Whether the user tried to close the dialog before copying it. */
  isWarned: boolean
  onCopied: () => void
  onClose: () => void
}

/** Shows the secret of a new token, with examples that use it. */
export function Secret({ secret, isOfFolder, isWarned, onCopied, onClose }: SecretProps) {
  const t = useTranslations('accounts.tokens')
  const id = useId()
  const top = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => focusButton(top.current), [])
  useEffect(() => {
    if (isWarned) focusButton(top.current)
  }, [isWarned])
  const curl = (path: string) =>
    `curl -H "Authorization: Bearer ${secret}" "${location.origin}/api/${path}"`
  // A token limited to a folder may not list the names of all prompts.
  const first = curl(isOfFolder ? 'library/list?whole=1' : 'prompts/names')
  const next = curl('prompts/get?promptId=ID')
  return (
    <>
      <DialogBody>
        <div className={styles.secret} onCopy={onCopied}>
          <p id={id}>{t('createdText')}</p>
          <code className={styles.code}>{secret}</code>
          <div ref={top}>
            <CopyButton
              text={secret}
              label={t('copy')}
              describedBy={id}
              isFirst
              onCopied={onCopied}
            />
          </div>
          <p role="alert" className="red" hidden={!isWarned}>
            {isWarned && t('notCopied')}
          </p>
          <p>{t('curl')}</p>
          <code className={styles.code}>{first}</code>
          <CopyButton text={first} label={t('copyCommand')} onCopied={onCopied} />
          <p>{t('curlNext')}</p>
          <code className={styles.code}>{next}</code>
          <CopyButton text={next} label={t('copyNextCommand')} onCopied={onCopied} />
          <p className="text-13 quiet">{t.rich('allCalls', { link: linkToCalls })}</p>
        </div>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('done')}</Button>
      </DialogFoot>
    </>
  )
}

function focusButton(area: HTMLElement | null) {
  area?.querySelector('button')?.focus()
}

function linkToCalls(text: ReactNode) {
  return (
    <a href="/api/openapi.json" target="_blank" className={buttonStyles.link}>
      {text}
    </a>
  )
}

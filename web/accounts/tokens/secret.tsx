import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './tokens.module.css'

type SecretProps = {
  secret: string
  /** Whether closing was tried before it was copied. */
  isWarned: boolean
  onCopied: () => void
  onClose: () => void
}

/** Shows the secret of a new token, with a first call that uses it. */
export function Secret({ secret, isWarned, onCopied, onClose }: SecretProps) {
  const t = useTranslations('accounts.tokens')
  const id = useId()
  const first = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => focusButton(first.current), [])
  useEffect(() => {
    if (isWarned) focusButton(first.current)
  }, [isWarned])
  const curl = `curl -H "Authorization: Bearer ${secret}" ${location.origin}/api/prompts/list`
  return (
    <>
      <DialogBody>
        <div className={styles.secret} onCopy={onCopied}>
          <p id={id}>{t('createdText')}</p>
          <code className={styles.code}>{secret}</code>
          <div ref={first}>
            <CopyButton
              text={secret}
              label={t('copy')}
              describedBy={id}
              isFirst
              onCopied={onCopied}
            />
          </div>
          <p role="alert" className={styles.warning} hidden={!isWarned}>
            {isWarned && t('notCopied')}
          </p>
          <p>{t('curl')}</p>
          <code className={styles.code}>{curl}</code>
          <CopyButton text={curl} label={t('copyCommand')} onCopied={onCopied} />
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

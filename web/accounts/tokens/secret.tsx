import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { useForAMoment } from '#web/ui/controls/use-for-a-moment.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { DialogBody, DialogFoot } from '#web/ui/overlays/dialog.tsx'
import { toastError } from '#web/ui/overlays/toast.ts'
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

type CopyButtonProps = {
  text: string
  label: string
  describedBy?: string
  isFirst?: boolean
  onCopied: () => void
}

function CopyButton({ text, label, describedBy, isFirst = false, onCopied }: CopyButtonProps) {
  const t = useTranslations('accounts.tokens')
  const [copied, setCopied] = useState<number>()
  const isJustCopied = useForAMoment(copied)

  async function copy() {
    if (!(await copyText(text))) return toastError(t('copyFailed'))
    setCopied(Date.now())
    onCopied()
  }

  return (
    <>
      <Button
        look={isFirst ? 'primary' : 'plain'}
        icon={isJustCopied ? <Check size={16} /> : <Copy size={16} />}
        aria-describedby={describedBy}
        onClick={() => void copy()}
      >
        {isJustCopied ? t('copied') : label}
      </Button>
      <output className="visually-hidden">{isJustCopied && t('copied')}</output>
    </>
  )
}

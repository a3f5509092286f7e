import { useEffect, useRef, useState } from 'react'
import { ArrowUpRight, Check, Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type Prompt, promptCalls } from '#contract/library/prompts.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { shareLink } from '#web/api/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Switch } from '#web/ui/controls/switch.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import { useForAMoment } from '#web/ui/controls/use-for-a-moment.ts'
import { LiveText } from '#web/ui/live-text.tsx'
import styles from './prompt-dialog.module.css'

type SharingToggleProps = {
  prompt: Prompt
  /** Text of a link to the public page, which then replaces its URL. */
  visit?: string
}

/**
 * Shares a prompt and copies its link, which a toast confirms once the link works, or stops sharing it. Optimistic:
 * reverts if the call fails.
 */
export function SharingToggle({ prompt, visit }: SharingToggleProps) {
  const t = useTranslations('library.prompt')
  const toggle = useToastedCall(promptCalls.togglePromptPublic, { changes: ['prompts'] })
  const [copied, setCopied] = useState<number>()
  const isJustCopied = useForAMoment(copied)
  const [isShared, setShared] = useState(prompt.isPublic === 1)
  const [shareKey, setShareKey] = useState(prompt.shareKey)
  const address = shareLink(prompt.id, shareKey)
  const wasShared = useRef(isShared)
  const link = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It appears below the switch, which may be at the edge of the dialog.
    if (isShared && !wasShared.current) link.current?.scrollIntoView({ block: 'nearest' })
    wasShared.current = isShared
  }, [isShared])

  function sayCopied(isCopied: boolean) {
    if (isCopied) setCopied(Date.now())
    else toastError(t('urlCopyFailed'))
  }

  function flip(shared: boolean) {
    setShared(shared)
    // Created here, because browsers may refuse to copy a link after the click.
    const key = shared ? newShareKey() : null
    setShareKey(key)
    const copying = key === null ? undefined : copyText(shareLink(prompt.id, key))
    const onSuccess = () => void copying?.then(sayCopied)
    const onError = () => {
      setShared(!shared)
      setShareKey(shareKey)
    }
    const input = { promptId: prompt.id, ...(key !== null && { shareKey: key }) }
    toggle.mutate(input, { onSuccess, onError })
  }

  return (
    <div className={styles.sharing}>
      <Switch checked={isShared} busy={toggle.isPending} onChange={flip}>
        {t('share')}
      </Switch>
      <p className="text-13 quiet">{t('shareHint')}</p>
      {isShared && (
        <div ref={link} className={styles.link}>
          {!visit && (
            <input
              readOnly
              className="shrinks rounded outlined tall"
              aria-label={t('link')}
              value={address}
              onFocus={(event) => event.target.select()}
            />
          )}
          <Button
            icon={isJustCopied ? <Check size={16} /> : <Copy size={16} />}
            onClick={() => void copyText(address).then(sayCopied)}
          >
            {t(isJustCopied ? 'urlCopied' : 'copyLink')}
          </Button>
          {visit && (
            <a href={address} target="_blank" className={buttonStyles.plain}>
              {visit}
              <ArrowUpRight size={16} />
            </a>
          )}
        </div>
      )}
      <LiveText>{isJustCopied && <span key={copied}>{t('urlCopied')}</span>}</LiveText>
    </div>
  )
}

/** A random key of 128 bits, in base64url. */
function newShareKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

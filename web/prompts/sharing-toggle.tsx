import { useEffect, useRef, useState } from 'react'
import { ArrowUpRight, Check, Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type Prompt, promptCalls } from '#contract/prompts.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { shareLink } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Switch } from '#web/ui/controls/switch.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import { useForAMoment } from '#web/ui/controls/use-for-a-moment.ts'
import styles from './prompt-dialog.module.css'

type SharingToggleProps = {
  prompt: Prompt
  /** Text of the link to the public page, if there is one. */
  visit?: string
}

/** Shares a prompt and copies its link, or stops sharing it. Optimistic: reverts if the server refuses. */
export function SharingToggle({ prompt, visit }: SharingToggleProps) {
  const t = useTranslations('library.prompt')
  const toggle = useToastedCall(promptCalls.togglePromptPublic, { changes: ['prompts'] })
  const [copied, setCopied] = useState<number>()
  const isJustCopied = useForAMoment(copied)
  const [isShared, setShared] = useState(prompt.isPublic === 1)
  const wasShared = useRef(isShared)
  const link = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It appears below the switch, which may be at the edge of the dialog.
    if (isShared && !wasShared.current) link.current?.scrollIntoView({ block: 'nearest' })
    wasShared.current = isShared
  }, [isShared])

  async function copyLink() {
    if (await copyText(shareLink(prompt.id))) setCopied(Date.now())
    else toastError(t('urlCopyFailed'))
  }

  function flip(shared: boolean) {
    setShared(shared)
    // Within the press: afterwards, browsers may refuse.
    if (shared) void copyLink()
    toggle.mutate({ promptId: prompt.id }, { onError: () => setShared(!shared) })
  }

  return (
    <div className={styles.sharing}>
      <Switch checked={isShared} busy={toggle.isPending} onChange={flip}>
        {t('share')}
      </Switch>
      <p className={styles.shareHint}>
        {t('shareHint')}{' '}
        {isShared && visit && (
          <a href={shareLink(prompt.id)} target="_blank" className={buttonStyles.link}>
            {visit}
            <ArrowUpRight size={14} />
          </a>
        )}
      </p>
      {isShared && (
        <div ref={link} className={styles.link}>
          <input
            readOnly
            className="shrinks rounded outlined tall"
            aria-label={t('link')}
            value={shareLink(prompt.id)}
            onFocus={(event) => event.target.select()}
          />
          <Button
            icon={isJustCopied ? <Check size={16} /> : <Copy size={16} />}
            onClick={() => void copyLink()}
          >
            {t(isJustCopied ? 'urlCopied' : 'copyLink')}
          </Button>
        </div>
      )}
      <output className="visually-hidden">
        {isJustCopied && <span key={copied}>{t('urlCopied')}</span>}
      </output>
    </div>
  )
}

import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Prompt, promptCalls } from '#contract/prompts.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { shareLink } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Switch } from '#web/ui/controls/switch.tsx'
import { useCopyLink } from './copy-link.ts'
import styles from './prompt-dialog.module.css'

type SharingToggleProps = {
  prompt: Prompt
  /** Text of the link to the public page, if there is one. */
  visit?: string
}

/** Shares a prompt, or stops sharing it. Optimistic: reverts if the server refuses. */
export function SharingToggle({ prompt, visit }: SharingToggleProps) {
  const t = useTranslations('library.prompt')
  const toggle = useToastedCall(promptCalls.togglePromptPublic, { changes: ['prompts'] })
  const copyLink = useCopyLink()
  const [isShared, setShared] = useState(prompt.isPublic === 1)
  const wasShared = useRef(isShared)
  const link = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It appears below the switch, which may be at the edge of the dialog.
    if (isShared && !wasShared.current) link.current?.scrollIntoView({ block: 'nearest' })
    wasShared.current = isShared
  }, [isShared])

  function flip(shared: boolean) {
    setShared(shared)
    toggle.mutate({ promptId: prompt.id }, { onError: () => setShared(!shared) })
  }

  return (
    <div className={styles.sharing}>
      <Switch checked={isShared} busy={toggle.isPending} onChange={flip}>
        {t('share')}
      </Switch>
      <p className="text-13 quiet">{t('shareHint')}</p>
      {isShared && (
        <div ref={link} className={styles.link}>
          <input
            readOnly
            className="shrinks rounded outlined tall"
            aria-label={t('link')}
            value={shareLink(prompt.id)}
            onFocus={(event) => event.target.select()}
          />
          <Button onClick={() => void copyLink(prompt.id)}>{t('copyLink')}</Button>
          {visit && (
            <a href={shareLink(prompt.id)} target="_blank" className={buttonStyles.plain}>
              {visit}
            </a>
          )}
        </div>
      )}
    </div>
  )
}

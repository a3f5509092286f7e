import { useState } from 'react'
import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classNames } from '#web/ui/class-names.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { useForAMoment } from '#web/ui/controls/use-for-a-moment.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'
import { LiveText } from '#web/ui/live-text.tsx'
import styles from './tokens.module.css'

type CopyButtonProps = {
  text: string
  label: string
  describedBy?: string
  isFirst?: boolean
  'data-autofocus'?: boolean
  onCopied?: () => void
}

/** Copies a text, and briefly shows a confirmation. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label, describedBy, isFirst = false, onCopied, ...rest } = props
  const { copy, icon, report } = useCopying(text, onCopied)
  return (
    <>
      <Button
        look={isFirst ? 'primary' : 'plain'}
        icon={icon}
        aria-describedby={describedBy}
        onClick={copy}
        {...rest}
      >
        {report ?? label}
      </Button>
      <LiveText>{report}</LiveText>
    </>
  )
}

/** Shows a text in a box, with a button at its end that copies it. `label` names the button. */
export function CopyLine({ text, label }: Pick<CopyButtonProps, 'text' | 'label'>) {
  const { copy, icon, report } = useCopying(text)
  return (
    <div className={styles.copyLine}>
      <code className={classNames(styles.code, styles.lines)}>{text}</code>
      <IconButton label={label} onClick={copy}>
        {icon}
      </IconButton>
      <LiveText>{report}</LiveText>
    </div>
  )
}

/** `report`: the text of the confirmation. */
function useCopying(text: string, onCopied?: () => void) {
  const t = useTranslations('accounts.tokens')
  const [copied, setCopied] = useState<number>()
  const isJustCopied = useForAMoment(copied)

  async function copy() {
    if (!(await copyText(text))) return toastError(t('copyFailed'))
    setCopied(Date.now())
    onCopied?.()
  }

  return {
    copy: () => void copy(),
    icon: isJustCopied ? <Check size={16} /> : <Copy size={16} />,
    report: isJustCopied ? t('copied') : undefined,
  }
}

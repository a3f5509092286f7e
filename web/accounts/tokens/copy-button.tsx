import { useState } from 'react'
import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import { useForAMoment } from '#web/ui/controls/use-for-a-moment.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { toastError } from '#web/ui/overlays/toast.ts'

type CopyButtonProps = {
  text: string
  label: string
  describedBy?: string
  isFirst?: boolean
  onCopied?: () => void
}

/** Copies a text, and says so for a moment. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label, describedBy, isFirst = false, onCopied } = props
  const t = useTranslations('accounts.tokens')
  const [copied, setCopied] = useState<number>()
  const isJustCopied = useForAMoment(copied)

  async function copy() {
    if (!(await copyText(text))) return toastError(t('copyFailed'))
    setCopied(Date.now())
    onCopied?.()
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

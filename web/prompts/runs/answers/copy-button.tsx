import { useEffect, useState } from 'react'
import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { copyText } from '#web/ui/copy-text.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { toastError } from '#web/ui/overlays/toast.ts'
import { LiveText } from '#web/ui/live-text.tsx'

type CopyButtonProps = {
  label: string
  text: string
  /** The confirmation for screen readers. */
  confirmation: string
  isPrimary?: boolean
}

/** Copies a text, and confirms it itself, because a toast would cover the text. */
export function CopyButton({ label, text, confirmation, isPrimary = false }: CopyButtonProps) {
  const t = useTranslations('runs')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (!(await copyText(text))) return toastError(t('copyFailed'))
    setCopied(true)
  }
  const icon = copied ? <Check size={16} /> : <Copy size={16} />
  return (
    <>
      {isPrimary ? (
        <Button look="primary" icon={icon} onClick={() => void copy()}>
          {copied ? t('justCopied') : label}
        </Button>
      ) : (
        <IconButton label={label} onClick={() => void copy()}>
          {icon}
        </IconButton>
      )}
      <LiveText>{copied && confirmation}</LiveText>
    </>
  )
}

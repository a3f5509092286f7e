import { useState } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '#web/ui/controls/button.tsx'
import styles from './long-text.module.css'

/** In characters. A browser lays out this many in a frame or two, whether in one word or in many lines. */
export const partLength = 20_000

/** Shows plain text. Long text is rendered in parts, since rendering all of it would block the page for minutes. */
export function LongText({ text }: { text: string }) {
  const t = useTranslations('runs.parts')
  const [wanted, setWanted] = useState(0)
  if (text.length <= partLength) return <div className="breaks keeps-lines plaintext">{text}</div>
  const count = Math.ceil(text.length / partLength)
  const part = Math.min(wanted, count - 1)
  return (
    <>
      <div className="breaks keeps-lines plaintext">
        {text.slice(cutAt(text, part * partLength), cutAt(text, (part + 1) * partLength))}
      </div>
      <div role="group" aria-label={t('title')} className={styles.parts}>
        <IconButton
          label={t('previous')}
          aria-disabled={part === 0 || undefined}
          onClick={() => setWanted((now) => Math.max(now - 1, 0))}
        >
          <ChevronLeft size={16} />
        </IconButton>
        <span role="status">{t('part', { part: part + 1, count })}</span>
        <IconButton
          label={t('next')}
          aria-disabled={part === count - 1 || undefined}
          onClick={() => setWanted((now) => Math.min(now + 1, count - 1))}
        >
          <ChevronRight size={16} />
        </IconButton>
      </div>
    </>
  )
}

/** Returns a position near an index that splits no character. */
function cutAt(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index
}

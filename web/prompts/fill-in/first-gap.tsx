import { useEffect, useState, type RefObject } from 'react'
import { CornerDownLeft } from 'lucide-react'
import { useTranslations } from 'use-intl'
import styles from './fill-in.module.css'
import { fieldsIn } from './use-field-walk.ts'

type FirstGapProps = {
  text: RefObject<HTMLElement | null>
  /** The element that gets the focus if there is nothing to fill in. */
  otherwise: RefObject<HTMLElement | null>
}

/**
 * Focuses the first variable. If that is below the visible part, the text gets the focus instead, so that it can
 * be read from its beginning; Enter, a letter or a button then moves to the variable.
 */
export function FirstGap({ text, otherwise }: FirstGapProps) {
  const t = useTranslations('prompt.fillIn')
  const [isBelow, setBelow] = useState(false)

  useEffect(() => {
    // On a prerendered page, the reader may already be in another field.
    if (text.current?.contains(document.activeElement)) return
    const [first] = fieldsIn(text.current)
    if (!first) {
      otherwise.current?.focus({ preventScroll: true })
      return
    }
    const body = text.current?.parentElement
    const edges = [
      body?.getBoundingClientRect().bottom,
      otherwise.current?.getBoundingClientRect().top,
    ]
    const end = Math.min(innerHeight, ...edges.filter((edge) => edge !== undefined))
    if (first.getBoundingClientRect().bottom <= end) {
      first.focus({ preventScroll: true })
      return
    }
    body?.focus({ preventScroll: true })
    const go = (event: KeyboardEvent) => {
      if (event.target !== body || event.ctrlKey || event.metaKey || event.altKey) return
      const isLetter = event.key.length === 1 && event.key !== ' '
      if (event.key !== 'Enter' && !isLetter) return
      // A letter is typed into the field, which has the focus by then.
      if (!isLetter) event.preventDefault()
      first.focus()
    }
    const watcher = new IntersectionObserver(([entry]) =>
      entry?.isIntersecting ? stop() : setBelow(true),
    )
    const stop = () => {
      setBelow(false)
      watcher.disconnect()
      body?.removeEventListener('keydown', go)
    }
    body?.addEventListener('keydown', go)
    watcher.observe(first)
    return stop
  }, [text, otherwise])

  if (!isBelow) return null
  return (
    <button
      type="button"
      className={styles.firstGap}
      onClick={() => fieldsIn(text.current)[0]?.focus()}
    >
      {t('firstGap')}
      <CornerDownLeft size={14} />
    </button>
  )
}

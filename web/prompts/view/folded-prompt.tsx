import { use, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { defaultValue, textOf } from '#contract/variables/fill-in.ts'
import { toPlainText, variableNames } from '#contract/variables/variables.ts'
import { FillInContext } from '#web/prompts/fill-in/fill-in-settings.ts'
import styles from './folded-prompt.module.css'

/** The maximum number of values that fit. */
const mostValues = 6

/**
 * A prompt collapsed to one line of its values, while an answer takes the space. Clicking it shows the whole prompt
 * again.
 */
export function FoldedPrompt({ body, onUnfold }: { body: string; onUnfold: () => void }) {
  const t = useTranslations('runs')
  const { values, settings, writing } = use(FillInContext)
  const current = useSyncExternalStore(values.subscribe, values.get)
  const button = useRef<HTMLButtonElement>(null)
  const texts = variableNames(body).flatMap((name) => {
    const setting = settings.get(name)
    const value = current.get(name) ?? defaultValue(setting, writing.today)
    const text = textOf(setting, value, writing)?.trim()
    return text ? [{ name, text }] : []
  })
  useLayoutEffect(() => {
    // The element that had the focus has been hidden.
    if (document.activeElement?.closest('[hidden]')) button.current?.focus()
  }, [])
  return (
    <button
      ref={button}
      type="button"
      className={styles.folded}
      aria-expanded={false}
      onClick={onUnfold}
    >
      <span className="visually-hidden">{t('showPrompt')}: </span>
      <span className="row shrinks ellipsis">
        {texts.length === 0 && <span className="ellipsis">{toPlainText(body.slice(0, 400))}</span>}
        {texts.slice(0, mostValues).map(({ name, text }) => (
          <span key={name} className={styles.one}>
            <span dir="auto" className={styles.value}>
              {text}
            </span>
          </span>
        ))}
      </span>
      <ChevronDown size={16} />
    </button>
  )
}

import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import fieldStyles from '#web/ui/controls/field.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { isSaveKey } from '#web/ui/save-key.ts'
import { placeFloating } from './floating-add-variable.tsx'
import styles from './name-variable.module.css'
import type { SelectionPosition } from './watch-selection.ts'

/** The maximum number of other variables offered. */
const mostOffered = 6

type NameVariableProps = {
  /** The current name: the words that were selected. */
  name: string
  /** The position of the variable; undefined on a phone, where the form is below the editor. */
  place: SelectionPosition | undefined
  /** The other variables. */
  others: readonly string[]
  /** The number of other occurrences of the same words. */
  moreCount: number
  /**
   * Names the variable, also if its name is unchanged, and turns the other occurrences into it if `isAll`. Returns an
   * error if it cannot.
   */
  onName: (name: string, isAll: boolean) => string | undefined
  /** Called at the end, with whether the focus returns to the editor. */
  onClose: (isReturning: boolean) => void
}

/** Asks for the name of a variable that has just been made of a selection. */
export function NameVariable(props: NameVariableProps) {
  const { name, place, others, moreCount, onName, onClose } = props
  const t = useTranslations('editor.naming')
  const id = useId()
  const form = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(name)
  const [isAll, setAll] = useState(false)
  const [problem, setProblem] = useState<string>()

  useLayoutEffect(() => {
    const element = form.current
    if (place && element) {
      element.showPopover()
      placeFloating(element, place)
    }
    field.current?.select()
    if (!place) element?.scrollIntoView({ block: 'nearest' })
  }, [place])

  /** Whether the form has ended: a blur of the field then has no effect. */
  const isOver = useRef(false)
  const close = (isReturning: boolean) => {
    isOver.current = true
    onClose(isReturning)
  }
  const finish = (chosen: string, isReturning: boolean) => {
    const next = chosen.trim().replaceAll(/\s+/g, ' ')
    const refused = onName(next, isAll)
    setProblem(refused)
    if (refused === undefined || !isReturning) close(isReturning)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onName(name, false)
      close(true)
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // Names the variable first: the same key may save the form.
      flushSync(() => finish(typed, true))
      if (!isSaveKey(event)) event.preventDefault()
    }
  }

  return (
    <div
      ref={form}
      role="group"
      aria-label={t('title')}
      popover={place ? 'manual' : undefined}
      className={styles.naming}
      onKeyDown={press}
      onBlur={({ relatedTarget }) => {
        if (!isOver.current && !form.current?.contains(relatedTarget)) finish(typed, false)
      }}
    >
      <label htmlFor={id} className="text-13 medium">
        {t('name')}
      </label>
      <input
        ref={field}
        id={id}
        className={fieldStyles.input}
        dir="auto"
        autoComplete="off"
        autoCapitalize="off"
        enterKeyHint="done"
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p id={`${id}-note`} className={problem ? 'text-13 red' : 'visually-hidden'} role="alert">
        {problem}
      </p>
      {moreCount > 0 && (
        <label className="row gap-8 text-13">
          <input
            type="checkbox"
            checked={isAll}
            onChange={(event) => setAll(event.target.checked)}
          />
          {t('all', { count: moreCount })}
        </label>
      )}
      {others.length > 0 && (
        <div role="group" aria-label={t('others')} className="flex wrap gap-6">
          {others.slice(0, mostOffered).map((other) => (
            <Button key={other} className={styles.other} onClick={() => finish(other, true)}>
              <bdi className="ellipsis">{other}</bdi>
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

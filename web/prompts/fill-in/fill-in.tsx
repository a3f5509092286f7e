import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ClipboardEvent,
  type ReactNode,
} from 'react'
import { useTranslations } from 'use-intl'
import { fillIn } from '#contract/fill-in.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { isSaveKey } from '#web/ui/save-key.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { FillInFoot } from './fill-in-foot.tsx'
import { FillInText } from './fill-in-text.tsx'
import { createFillInValues, FillInContext } from './fill-in-values.ts'
import styles from './fill-in.module.css'
import { FirstGap } from './first-gap.tsx'
import { selectedText } from './selected-text.ts'
import { useFieldWalk } from './use-field-walk.ts'

type FillInProps = {
  body: string
  notes?: string | null | undefined
  /** Focuses the first variable, or the copy button where there is none. */
  autoFocus?: boolean
  /** What was filled in before. */
  firstValues?: ReadonlyMap<string, string> | undefined
  /** Called on each key press with what is filled in and not copied; undefined when that is nothing. */
  onUncopied?: (values: ReadonlyMap<string, string> | undefined) => void
  /** Buttons next to the copy button. */
  children?: ReactNode
}

/** A prompt to be filled in and copied: the text with a field at each variable. */
export function FillIn({ body, ...rest }: FillInProps) {
  return <FillInForm key={body} body={body} {...rest} />
}

function FillInForm(props: FillInProps) {
  const { body, notes, autoFocus = false, firstValues, onUncopied, children } = props
  const t = useTranslations('prompt.fillIn')
  const [values] = useState(() => createFillInValues(firstValues))
  const [copied, setCopied] = useState<ReadonlyMap<string, string>>()
  const form = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const copyButton = useRef<HTMLButtonElement>(null)
  const walk = useFieldWalk(text, copyButton)

  const copy = async () => {
    const filledIn = fillIn(body, values.get())
    if (filledIn.trim() === '') return toastError(t('copyEmpty'))
    if (!(await copyText(filledIn))) return toastError(t('copyFailed'))
    toastSuccess(t('copied'))
    setCopied(values.get())
    onUncopied?.(undefined)
  }

  const report = useEffectEvent(() => {
    const isFilledIn = [...values.get().values()].some((value) => value !== '')
    onUncopied?.(isFilledIn ? values.get() : undefined)
  })
  useEffect(() => values.subscribe(() => report()), [values])

  const copyByKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event) || event.isComposing) return
    event.preventDefault()
    void copy()
  })
  useEffect(() => {
    // In a dialog, from anywhere in it.
    const area: HTMLElement | null = form.current?.closest('dialog') ?? form.current
    const listen = (event: KeyboardEvent) => copyByKey(event)
    area?.addEventListener('keydown', listen)
    return () => area?.removeEventListener('keydown', listen)
  }, [])

  const copySelection = (event: ClipboardEvent) => {
    const selection = document.getSelection()
    // What is selected inside a field is not the document's selection.
    if (event.target instanceof HTMLTextAreaElement || !selection) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', selectedText(selection, values.get()))
  }

  return (
    <FillInContext value={values}>
      <div ref={form} className={styles.fillIn}>
        {/* Takes the focus of a press, and with it the keys. */}
        <div className={styles.body} tabIndex={-1}>
          <div ref={text} className={styles.text} onCopy={copySelection} {...walk}>
            <FillInText body={body} />
          </div>
          {notes && (
            <aside className={styles.notes} aria-label={t('notes')}>
              {notes}
            </aside>
          )}
        </div>
        <FillInFoot body={body} copied={copied} copyButton={copyButton} onCopy={() => void copy()}>
          {children}
          {autoFocus && <FirstGap text={text} otherwise={copyButton} />}
        </FillInFoot>
      </div>
    </FillInContext>
  )
}

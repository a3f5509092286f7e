import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useTranslations } from 'use-intl'
import { fillIn } from '#contract/variables.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { FillInFoot } from './fill-in-foot.tsx'
import { FillInText } from './fill-in-text.tsx'
import { createFillInValues, FillInContext } from './fill-in-values.ts'
import styles from './fill-in.module.css'
import { selectedText } from './selected-text.ts'
import { useFieldWalk } from './use-field-walk.ts'

type FillInProps = {
  body: string
  notes?: string | null | undefined
  /** Puts the focus on the first variable, or on the copy button where there is none. */
  autoFocus?: boolean
  /** Buttons beside the one to copy. */
  children?: ReactNode
}

/** A prompt to be filled in and copied: the text with a field at each variable. */
export function FillIn({ body, ...rest }: FillInProps) {
  return <FillInForm key={body} body={body} {...rest} />
}

function FillInForm({ body, notes, autoFocus = false, children }: FillInProps) {
  const t = useTranslations('prompt.fillIn')
  const [values] = useState(createFillInValues)
  const [copied, setCopied] = useState<ReadonlyMap<string, string>>()
  const text = useRef<HTMLDivElement>(null)
  const copyButton = useRef<HTMLButtonElement>(null)
  const walk = useFieldWalk(text, copyButton)
  useFirstFocus(autoFocus, text, copyButton)

  const copy = async () => {
    const filledIn = fillIn(body, values.get())
    if (filledIn.trim() === '') return toastError(t('copyEmpty'))
    if (!(await copyText(filledIn))) return toastError(t('copyFailed'))
    toastSuccess(t('copied'))
    setCopied(values.get())
  }

  const copySelection = (event: ClipboardEvent) => {
    const selection = document.getSelection()
    // What is selected inside a field is not the document's selection.
    if (event.target instanceof HTMLTextAreaElement || !selection) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', selectedText(selection, values.get()))
  }

  return (
    <FillInContext value={values}>
      <div className={styles.fillIn}>
        <div className={styles.body}>
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
        </FillInFoot>
      </div>
    </FillInContext>
  )
}

function useFirstFocus(
  isWanted: boolean,
  text: RefObject<HTMLElement | null>,
  otherwise: RefObject<HTMLElement | null>,
) {
  useEffect(() => {
    if (!isWanted) return
    const first = text.current?.querySelector('textarea') ?? otherwise.current
    // A dialog may open only after this, and looks for the attribute then.
    first?.setAttribute('autofocus', '')
    // The text is read from its beginning, and may be already.
    first?.focus({ preventScroll: true })
  }, [isWanted, text, otherwise])
}

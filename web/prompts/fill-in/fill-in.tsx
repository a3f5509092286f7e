import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { useTranslations } from 'use-intl'
import { defaultValue, fillIn, textOf, type Values } from '#contract/variables/fill-in.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { languages } from '#languages/languages.ts'
import { useLanguage } from '#web/ui/messages/messages-provider.tsx'
import { copyBySelection, copyText } from '#web/ui/copy-text.ts'
import { listen } from '#web/ui/listen.ts'
import { isSaveKey } from '#web/ui/save-key.ts'
import { isAbove } from '#web/ui/overlays/is-above.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { FillInFoot, type Copied, type MainAction } from './fill-in-foot.tsx'
import { FillInText } from './fill-in-text.tsx'
import {
  FillInContext,
  myValuesFor,
  openGapsOf,
  problemsOf,
  useFillInState,
} from './fill-in-settings.ts'
import styles from './fill-in.module.css'
import { FirstGap } from './first-gap.tsx'
import { selectedText } from './selected-text.ts'
import { breaksLines, focusField, useFieldWalk } from './use-field-walk.ts'
import { useKeyboardRoom } from './use-keyboard-room.ts'

/** The first two return undefined after showing why there is no filled-in text yet. */
export type FillInControls = {
  /** The first call while variables are empty asks whether to run the prompt with them. */
  readToRun: () => { text: string; values: Values } | undefined
  /** Copies the text synchronously, within the click. */
  copyNow: () => string | undefined
  /** Moves to the beginning of the text. */
  showText: () => void
}

type FillInProps = {
  ref?: Ref<FillInControls>
  body: string
  variables?: readonly VariableSetting[] | undefined
  notes?: string | null | undefined
  /** Focuses the first variable, or the copy button if there is none. */
  autoFocus?: boolean
  /** Values from an earlier visit. */
  firstValues?: Values | undefined
  /** The user's own values, by variable name. They may arrive later. */
  myValues?: Values | undefined
  /** Shown in the foot, before the buttons. */
  tools?: ReactNode
  /** A menu attached to the copy button. */
  copyMenu?: ReactNode
  /** A button before the copy button, which takes over its keys. */
  mainAction?: MainAction | undefined
  /** `isByKey`: whether it was copied by shortcut, not by a click. */
  onCopied?: (values: Values, isByKey: boolean) => void
  /** Called on each key press with values that were not copied; undefined if there are none. */
  onUncopied?: (values: Values | undefined) => void
  /** Shown below the text, scrolled with it. */
  below?: ReactNode
  /** Shown in place of the text and its notes, which keep their values. */
  folded?: ReactNode
  /** Shown in place of the foot. */
  otherFoot?: ReactNode
  /** Runs the prompt with its empty variables. Shown next to the question. */
  runAnyway?: ReactNode
  /** Buttons next to the copy button. */
  children?: ReactNode
}

const noVariables: readonly VariableSetting[] = []

/** A prompt to fill in and copy: its text with a field at each variable. */
export function FillIn({ body, ...rest }: FillInProps) {
  return <FillInForm key={body} body={body} {...rest} />
}

function FillInForm(props: FillInProps) {
  const { body, variables = noVariables, notes, autoFocus = false, firstValues, myValues } = props
  const { ref, tools, copyMenu, mainAction, onCopied, onUncopied, below, children } = props
  const { folded, otherFoot, runAnyway } = props
  const t = useTranslations('prompt.fillIn')
  const { locale } = languages[useLanguage()]
  const own = useMemo(
    () => myValuesFor(body, variables, locale, myValues),
    [body, variables, locale, myValues],
  )
  const state = useFillInState(variables, new Map([...own, ...(firstValues ?? [])]), own)
  const { values, settings, writing } = state
  useEffect(() => {
    const late = [...own].filter(([name]) => !values.get().has(name))
    if (late.length > 0) values.setAll(new Map(late))
  }, [own, values])
  const [copied, setCopied] = useState<Copied>()
  const [refusals, setRefusals] = useState(0)
  const isRefused = refusals > 0
  const shared = useMemo(() => ({ ...state, isRefused }), [state, isRefused])
  const [asksToRun, setAsksToRun] = useState(false)
  /** The last text with empty variables that was run. It causes no further question. */
  const ranText = useRef<string>(undefined)
  const form = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const copyButton = useRef<HTMLButtonElement>(null)
  const mainButton = useRef<HTMLButtonElement>(null)
  const lastButton = mainAction ? mainButton : copyButton
  const walk = useFieldWalk(text, lastButton, mainAction?.onPress)
  useKeyboardRoom(form)

  /** Returns the filled-in text, or undefined after showing why it cannot be copied. */
  const readFilledIn = () => {
    const [problem] = problemsOf(body, values.get(), state)
    setRefusals((count) => (problem ? count + 1 : 0))
    if (problem) {
      focusField(text.current, problem.name)
      return undefined
    }
    const filledIn = fillIn(body, values.get(), variables, writing)
    if (filledIn.trim() !== '') return filledIn
    toastError(t('copyEmpty'))
    return undefined
  }
  const reportCopy = (isCopied: boolean, isByKey = false) => {
    if (!isCopied) {
      onUncopied?.(values.get())
      return toastError(t('copyFailed'))
    }
    // Otherwise the button shows it.
    if (!isInSight(copyButton.current)) toastSuccess(t('copied'))
    setAsksToRun(false)
    setCopied({ values: values.get(), at: Date.now() })
    onCopied?.(values.get(), isByKey)
    onUncopied?.(undefined)
  }
  const copy = async (isByKey: boolean) => {
    const filledIn = readFilledIn()
    if (filledIn === undefined) return
    // Closing does not ask about values that are being copied.
    onUncopied?.(undefined)
    reportCopy(await copyText(filledIn), isByKey)
  }
  useImperativeHandle(ref, () => ({
    readToRun: () => {
      const filledIn = readFilledIn()
      if (filledIn === undefined) return undefined
      const [gap] = openGapsOf(body, values.get(), state)
      const isNew = gap !== undefined && filledIn !== ranText.current
      setAsksToRun(isNew && !asksToRun)
      if (isNew && !asksToRun) {
        focusField(text.current, gap)
        return undefined
      }
      ranText.current = filledIn
      return { text: filledIn, values: values.get() }
    },
    copyNow: () => {
      const filledIn = readFilledIn()
      if (filledIn !== undefined) reportCopy(copyBySelection(filledIn))
      return filledIn
    },
    showText: () => {
      const body = text.current?.parentElement
      body?.focus({ preventScroll: true })
      body?.scrollTo({ top: 0 })
    },
  }))

  const report = useEffectEvent(() => {
    const isFilledIn = [...values.get()].some(
      ([name, value]) =>
        value !== (own.get(name) ?? defaultValue(settings.get(name), writing.today)),
    )
    onUncopied?.(isFilledIn ? values.get() : undefined)
  })
  useEffect(() => {
    return values.subscribe(() => report())
  }, [values])

  const copyByKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event) || event.shiftKey || event.isComposing) return
    if (breaksLines(event.target) || isAbove(event.target, form.current)) return
    event.preventDefault()
    if (mainAction) mainAction.onPress()
    else void copy(true)
  })
  useEffect(() => {
    // In a dialog, the key works anywhere in it.
    const area: HTMLElement | null = form.current?.closest('dialog') ?? form.current
    return listen(area, ['keydown'], (event) => copyByKey(event))
  }, [])

  const copySelection = (event: ClipboardEvent) => {
    const selection = document.getSelection()
    const isInField =
      event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement
    // A selection inside a field is not part of the document's selection.
    if (isInField || !selection) return
    event.preventDefault()
    const text = selectedText(
      selection,
      (name) => textOf(settings.get(name), values.get().get(name), writing) ?? `{${name}}`,
    )
    event.clipboardData.setData('text/plain', text)
  }

  return (
    <FillInContext value={shared}>
      <div ref={form} className={styles.fillIn}>
        {/* Focusable, so that a click keeps the focus here. */}
        <div className={styles.body} tabIndex={-1}>
          {folded}
          <div
            ref={text}
            className={styles.text}
            hidden={folded !== undefined}
            onCopy={copySelection}
            {...walk}
          >
            <FillInText body={body} />
          </div>
          {notes && folded === undefined && (
            <aside className={styles.notes} aria-label={t('notes')}>
              {notes}
            </aside>
          )}
          {below}
        </div>
        <FillInFoot
          body={body}
          text={text}
          copied={copied}
          refusals={refusals}
          runAnyway={asksToRun && runAnyway}
          isHidden={otherFoot !== undefined}
          copyButton={copyButton}
          mainAction={mainAction}
          mainButton={mainButton}
          copyMenu={copyMenu}
          tools={tools}
          onCopy={({ detail }) => void copy(detail === 0)}
        >
          {children}
          {autoFocus && <FirstGap text={text} otherwise={lastButton} />}
        </FillInFoot>
        {otherFoot}
      </div>
    </FillInContext>
  )
}

function isInSight(element: Element | null): boolean {
  const box = element?.getBoundingClientRect()
  return box !== undefined && box.top >= 0 && box.bottom <= innerHeight
}

import {
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { variableNames } from '#contract/variables.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useIsMobile } from '#web/ui/window-width.ts'
import { AddVariableButton } from './add-variable-button.tsx'
import { FloatingAddVariable } from './floating-add-variable.tsx'
import { mountEditor, type EditorStart, type MountedEditor } from './mount-editor.ts'
import styles from './prompt-editor.module.css'
import { VariableChips } from './variable-chips.tsx'
import type { SelectionPlace } from './watch-selection.ts'

type EditorAreaProps = {
  /** What it goes on from. */
  initial: EditorStart
  label: string
  error: string | undefined
  onChange: (text: string) => void
  onMount: (editor: MountedEditor | undefined) => void
}

/** The editor itself, the button for a selection, and the variables below. */
export function EditorArea(props: EditorAreaProps) {
  const { initial, label, error } = props
  const t = useTranslations('prompt.editor')
  const isMobile = useIsMobile()
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<MountedEditor>(undefined)
  const [text, setText] = useState(initial.text)
  const [selection, setSelection] = useState<SelectionPlace>()
  const [announcement, setAnnouncement] = useState('')

  const names = useVariableNames(text)
  const hint = t('hint')
  const texts = useMemo(
    () => ({ label, placeholder: t('placeholder'), description: error ?? hint, invalid: !!error }),
    [label, error, hint, t],
  )

  const mount = useEffectEvent((element: HTMLElement) =>
    mountEditor(element, {
      start: initial,
      texts,
      onText: (next) => {
        setText(next)
        props.onChange(next)
      },
      onSelection: setSelection,
    }),
  )
  const reportMount = useEffectEvent((mounted: MountedEditor | undefined) => {
    props.onMount(mounted)
    if (initial.hasFocus) mounted?.focus()
  })

  useEffect(() => {
    if (!host.current) return
    const mounted = mount(host.current)
    editor.current = mounted
    reportMount(mounted)
    return () => {
      reportMount(undefined)
      mounted.destroy()
    }
  }, [])

  useEffect(() => editor.current?.setTexts(texts), [texts])

  const addVariable = () => editor.current?.addVariable()
  const removeVariable = useCallback(
    (name: string) => {
      editor.current?.removeVariable(name)
      setAnnouncement(t('removed', { name }))
    },
    [t],
  )

  return (
    <>
      <div ref={host} className={classNames(styles.box, error && styles.invalid)} />
      {selection && !isMobile && <FloatingAddVariable place={selection} onPress={addVariable} />}
      <div className={styles.foot}>
        {selection && isMobile && <AddVariableButton onPress={addVariable} />}
        {names.length > 0 && <VariableChips names={names} onRemove={removeVariable} />}
        {names.length === 0 && !(selection && isMobile) && <p className={styles.hint}>{hint}</p>}
      </div>
      <output className="visually-hidden">{announcement}</output>
    </>
  )
}

/**
 * Deferred: the list may lag behind the keys, never the keys behind the list. As long as the names
 * are the same, so is the list, and its many chips are not drawn anew.
 */
function useVariableNames(text: string): string[] {
  const settled = useDeferredValue(text)
  const current = useMemo(() => variableNames(settled), [settled])
  const [names, setNames] = useState(current)
  if (names === current || isSameList(names, current)) return names
  setNames(current)
  return current
}

function isSameList(names: string[], others: string[]): boolean {
  return names.length === others.length && names.every((name, at) => name === others[at])
}

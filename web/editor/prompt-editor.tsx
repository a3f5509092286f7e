import { useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import { variableNames } from '#contract/variables.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useStore } from '#web/ui/store.ts'
import { editorCode, fetchEditor } from './editor-code.ts'
import type { EditorStart, MountedEditor } from './mount-editor.ts'
import styles from './prompt-editor.module.css'
import { VariableChips } from './variable-chips.tsx'

type PromptEditorProps = {
  /** The plain text to begin with. Give another `key` to begin with another text. */
  initialText: string
  label: string
  onChange: (text: string) => void
  error?: string | undefined
  ref?: Ref<{ focus: () => void }>
}

/** A field for a prompt's plain text, in which `{name}` is seen to be a variable. */
export function PromptEditor({ initialText, label, onChange, error, ref }: PromptEditorProps) {
  const code = useStore(editorCode)
  const [editor, setEditor] = useState<MountedEditor>()
  const plain = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<EditorStart>({
    text: initialText,
    from: 0,
    to: 0,
    hasFocus: false,
  })
  const focus = () => (editor ?? plain.current)?.focus()
  useImperativeHandle(ref, () => ({ focus }))
  useEffect(fetchEditor, [])

  return (
    <div className={styles.editor}>
      {/* A label cannot point into a shadow tree: the textbox bears the same name itself. */}
      <span className={styles.label} aria-hidden onClick={focus}>
        {label}
      </span>
      {code ? (
        <code.EditorArea
          initial={typed}
          label={label}
          error={error}
          onChange={onChange}
          onMount={setEditor}
        />
      ) : (
        <PlainEditor
          ref={plain}
          text={typed.text}
          label={label}
          isInvalid={error !== undefined}
          onChange={onChange}
          onState={setTyped}
        />
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

type PlainEditorProps = {
  ref: Ref<HTMLTextAreaElement>
  text: string
  label: string
  isInvalid: boolean
  onChange: (text: string) => void
  onState: (state: EditorStart) => void
}

/** As large as the editor that takes its place when its code has come, and that goes on from here. */
function PlainEditor({ ref, text, label, isInvalid, onChange, onState }: PlainEditorProps) {
  const t = useTranslations('prompt.editor')
  const names = useMemo(() => variableNames(text), [text])
  const report = ({ currentTarget: area }: { currentTarget: HTMLTextAreaElement }) =>
    onState({
      text: area.value,
      from: area.selectionStart,
      to: area.selectionEnd,
      hasFocus: area.matches(':focus'),
    })
  return (
    <>
      <textarea
        ref={ref}
        dir="auto"
        className={classNames(styles.box, styles.plain, isInvalid && styles.invalid)}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        placeholder={t('placeholder')}
        value={text}
        onChange={(event) => {
          report(event)
          onChange(event.target.value)
        }}
        onFocus={report}
        onBlur={report}
        onSelect={report}
      />
      <div className={styles.foot} inert>
        {names.length > 0 ? (
          <VariableChips names={names} />
        ) : (
          <p className={styles.hint}>{t('hint')}</p>
        )}
      </div>
    </>
  )
}

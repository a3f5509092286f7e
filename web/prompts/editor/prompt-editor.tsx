import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type Ref,
} from 'react'
import { useTranslations } from 'use-intl'
import { kindOf } from '#contract/variables/kinds.ts'
import { certainForms } from '#contract/variables/other-forms/other-forms.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { variableNames } from '#contract/variables/variables.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useStore } from '#web/ui/store.ts'
import type { EditedPrompt, Opened } from './editor-area.tsx'
import { editorCode } from './editor-code.ts'
import type { EditorStart, MountedEditor } from './mount-editor.ts'
import styles from './prompt-editor.module.css'

type PromptEditorProps = Omit<EditedPrompt, 'text'> & {
  /** The initial plain text. Use another `key` to start with another text. */
  initialText: string
  label: string
  onChange: (change: Partial<EditedPrompt>) => void
  /** Previews a variable as readers see it. */
  sample: ComponentType<{ setting: VariableSetting }>
  /** Whether the text was pasted: other tools' forms in it are converted. */
  isPasted?: boolean
  /** Shown next to the label. */
  action?: ReactNode
  error?: string | undefined
  ref?: Ref<PromptEditorControls>
}

export type PromptEditorControls = {
  focus: () => void
  /** Opens a variable's settings at the invalid field. */
  showProblem: (name: string) => void
  /** Focuses invalid input in the open settings; returns false if there is none. */
  focusRefused: () => boolean
}

/** A field for a prompt's plain text that marks each `{name}` as a variable. */
export function PromptEditor(props: PromptEditorProps) {
  const { initialText, named, variables, renames, label, onChange, sample, error, ref } = props
  const { isPasted = false, action } = props
  const code = useStore(editorCode)
  const [editor, setEditor] = useState<MountedEditor>()
  const [opened, setOpened] = useState<Opened>()
  const [isPastedEarly, setIsPastedEarly] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const plain = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<EditorStart>({
    text: initialText,
    from: 0,
    to: 0,
    hasFocus: false,
  })
  const focus = () => (editor ?? plain.current)?.focus()
  const showProblem = (name: string) =>
    setOpened((opened) =>
      opened?.name === name
        ? { ...opened, refusals: opened.refusals + 1 }
        : { name, opening: (opened?.opening ?? 0) + 1, refusals: 1 },
    )
  const focusRefused = () => {
    // Input into the sample is not saved.
    const refused = area.current?.querySelector<HTMLElement>(
      'section [aria-invalid]:not([data-sample] *)',
    )
    refused?.focus()
    return refused != null
  }
  useImperativeHandle(ref, () => ({ focus, showProblem, focusRefused }))
  useEffect(() => {
    editorCode.prefetch()
  }, [])
  useEffect(() => {
    if (isPasted || isPastedEarly) editor?.convertForms(certainForms)
  }, [isPasted, isPastedEarly, editor])

  return (
    <div ref={area} className={styles.editor}>
      {/* A label cannot refer to an element in a shadow tree: the textbox has its own accessible name. */}
      <div className={styles.head}>
        <span className="text-13 medium" aria-hidden onClick={focus}>
          {label}
        </span>
        {action}
      </div>
      {code ? (
        <code.EditorArea
          initial={typed}
          label={label}
          error={error}
          named={named}
          variables={variables}
          renames={renames}
          opened={opened}
          onOpened={setOpened}
          sample={sample}
          onChange={onChange}
          onMount={setEditor}
        />
      ) : (
        <PlainEditor
          ref={plain}
          text={typed.text}
          label={label}
          named={named}
          variables={variables}
          isInvalid={error !== undefined}
          onChange={(text) => onChange({ text })}
          onState={setTyped}
          onPasteWhole={() => setIsPastedEarly(true)}
        />
      )}
      {error && (
        <p className="text-13 red" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

type PlainEditorProps = Omit<EditedPrompt, 'renames'> & {
  ref: Ref<HTMLTextAreaElement>
  label: string
  isInvalid: boolean
  onChange: (text: string) => void
  onState: (state: EditorStart) => void
  /** Called after a paste into the empty field. */
  onPasteWhole: () => void
}

/** A field as large as the editor that replaces it once loaded, and that continues from its state. */
function PlainEditor(props: PlainEditorProps) {
  const { ref, text, named, variables, label, isInvalid, onChange, onState, onPasteWhole } = props
  const t = useTranslations('prompt.editor')
  const names = useMemo(() => {
    const isLiteral = (name: string) =>
      variables.some((setting) => setting.name === name && kindOf(setting) === 'literal')
    return variableNames(text, new Set(named)).filter((name) => !isLiteral(name))
  }, [text, named, variables])
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
        onPaste={({ currentTarget: area }) => {
          if (area.selectionEnd - area.selectionStart === area.value.length) onPasteWhole()
        }}
      />
      <div className={styles.foot} inert>
        {names.length > 0 ? (
          <ul className={styles.chips} aria-label={t('variables')}>
            {names.map((name) => (
              <li key={name} className={styles.chip}>
                <span className={styles.chipSettings}>
                  <span dir="auto" className="ellipsis">
                    {name}
                  </span>
                </span>
                <span className={styles.remove} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-13 quiet">{t('hint')}</p>
        )}
      </div>
    </>
  )
}

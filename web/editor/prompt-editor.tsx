import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { variableNames } from '#contract/variables.ts'
import type { MountedEditor } from './mount-editor.ts'
import styles from './prompt-editor.module.css'
import { VariableChips } from './variable-chips.tsx'

// CodeMirror comes with the first dialog that needs it, not with the library.
const EditorArea = lazy(() => import('./editor-area.tsx'))

type PromptEditorProps = {
  /** The plain text to begin with. Give another `key` to begin with another text. */
  initialText: string
  label: string
  onChange: (text: string) => void
  error?: string | undefined
  autoFocus?: boolean
}

/** A field for a prompt's plain text, in which `{name}` is seen to be a variable. */
export function PromptEditor({
  initialText,
  label,
  onChange,
  error,
  autoFocus = false,
}: PromptEditorProps) {
  const [editor, setEditor] = useState<MountedEditor>()
  return (
    <div className={styles.editor}>
      {/* A label cannot point into a shadow tree: the textbox bears the same name itself. */}
      <span className={styles.label} aria-hidden onClick={() => editor?.focus()}>
        {label}
      </span>
      <Suspense fallback={<EditorShape text={initialText} />}>
        <EditorArea
          initialText={initialText}
          label={label}
          error={error}
          hasFirstFocus={autoFocus}
          onChange={onChange}
          onMount={setEditor}
        />
      </Suspense>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** As large as the editor that takes its place, so that nothing jumps. */
function EditorShape({ text }: { text: string }) {
  const t = useTranslations('prompt.editor')
  const names = useMemo(() => variableNames(text), [text])
  const moreThanFits = 4000
  return (
    <>
      <div className={styles.box} aria-busy>
        <div className={styles.shape}>{text.slice(0, moreThanFits) || t('placeholder')}</div>
      </div>
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

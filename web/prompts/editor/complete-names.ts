import {
  autocompletion,
  completionKeymap,
  completionStatus,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { keymap, type EditorView, type KeyBinding } from '@codemirror/view'
import { variablesField } from './variable-marks.ts'

/** Suggests the text's variables after an opening brace. Enter inserts a line break unless one of them is selected. */
export const completeNames = [
  autocompletion({
    override: [findNames],
    selectOnOpen: false,
    // Nothing is selected when it opens, so that a quick key press inserts nothing by accident.
    interactionDelay: 0,
    icons: false,
    defaultKeymap: false,
  }),
  keymap.of(completionKeymap.map(whileShown)),
]

/** Leaves a key to the dialog until there are suggestions. CodeMirror would use Esc while it is still searching. */
function whileShown({ run, ...binding }: KeyBinding): KeyBinding {
  return {
    ...binding,
    run: (view) => completionStatus(view.state) === 'active' && run?.(view) === true,
  }
}

/** In characters. Longer text is not the beginning of a name. */
const longestTyped = 200

function findNames(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context
  const before = state.sliceDoc(Math.max(0, pos - longestTyped), pos)
  const typed = /\{([^{}<>\n]*)$/.exec(before)?.[1]
  if (typed === undefined) return null
  const names = new Set<string>()
  for (const { from, source, ...segment } of state.field(variablesField).variables) {
    const isHere = from < pos && pos <= from + source.length
    if (segment.kind === 'variable' && !isHere) names.add(segment.name)
  }
  if (names.size === 0) return null
  const options = [...names].map((label) => ({ label, apply: insertName }))
  return { from: pos - typed.length, options, validFor: /^[^{}<>\n]*$/ }
}

/** Inserts a name with its closing brace, unless there is one. */
function insertName(view: EditorView, { label }: Completion, from: number, to: number): void {
  const isClosed = view.state.sliceDoc(to, to + 1) === '}'
  view.dispatch({
    changes: { from, to: isClosed ? to + 1 : to, insert: `${label}}` },
    selection: { anchor: from + label.length + 1 },
    userEvent: 'input.complete',
  })
}

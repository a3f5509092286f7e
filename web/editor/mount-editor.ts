import {
  history,
  historyKeymap,
  insertNewline,
  isolateHistory,
  standardKeymap,
} from '@codemirror/commands'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { removeVariable, wrapSelection, type Change } from '#contract/variables.ts'
import { editorTheme } from './editor-theme.ts'
import { variableMarks } from './variable-marks.ts'
import { watchSelection, type SelectionPlace } from './watch-selection.ts'

/** What the editor says of itself; it changes with the language and with an error. */
export type EditorTexts = {
  label: string
  placeholder: string
  description: string
  invalid: boolean
}

/** The plain text to begin with, what is selected of it, and whether the editor takes the focus. */
export type EditorStart = { text: string; from: number; to: number; hasFocus: boolean }

type EditorOptions = {
  start: EditorStart
  texts: EditorTexts
  onText: (text: string) => void
  /** The position of a selection that can become a variable; undefined when there is none. */
  onSelection: (place: SelectionPlace | undefined) => void
}

/** All that the rest of the product knows of CodeMirror. */
export type MountedEditor = {
  focus: () => void
  /** Makes the selection a variable, in one undo step. */
  addVariable: () => void
  /** Makes a variable plain text again, in one undo step. */
  removeVariable: (name: string) => void
  setTexts: (texts: EditorTexts) => void
  destroy: () => void
}

export function mountEditor(host: HTMLElement, options: EditorOptions): MountedEditor {
  const texts = new Compartment()
  // In a shadow tree CodeMirror's styles are constructed sheets; elsewhere it would insert <style>
  // elements, which our content security policy forbids.
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.start.text,
      selection: { anchor: options.start.from, head: options.start.to },
      extensions: [
        history(),
        keymap.of([
          // A plain line break, without the indentation of the line above.
          { key: 'Enter', run: insertNewline, shift: insertNewline },
          { key: 'Mod-e', run: addVariable, preventDefault: true },
          ...historyKeymap,
          ...standardKeymap,
        ]),
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        EditorView.domEventHandlers({ copy: leaveAlone, cut: leaveAlone }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onText(update.state.doc.toString())
        }),
        variableMarks,
        watchSelection(options.onSelection),
        editorTheme,
        texts.of(describedBy(options.texts)),
      ],
    }),
  })
  return {
    focus: () => view.focus(),
    addVariable: () => {
      addVariable(view)
      view.focus()
    },
    removeVariable: (name) => {
      dispatchAlone(view, removeVariable(view.state.doc.toString(), name))
      view.focus()
    },
    setTexts: (next) => view.dispatch({ effects: texts.reconfigure(describedBy(next)) }),
    destroy: () => view.destroy(),
  }
}

function addVariable(view: EditorView): boolean {
  const { from, to } = view.state.selection.main
  const changes = wrapSelection(view.state.doc.toString(), from, to)
  if (!changes) return false
  const afterBraces = to + changes.length
  dispatchAlone(view, changes, afterBraces)
  return true
}

/** One step for undo, whatever was typed just before and after. */
function dispatchAlone(view: EditorView, changes: Change[], cursor?: number) {
  view.dispatch({
    changes,
    ...(cursor === undefined ? {} : { selection: { anchor: cursor }, scrollIntoView: true }),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.variable',
  })
}

/** Without a selection CodeMirror would copy the whole line, unlike any other form field. */
function leaveAlone(_event: Event, view: EditorView): boolean {
  return view.state.selection.main.empty
}

function describedBy(texts: EditorTexts): Extension {
  return [
    placeholder(texts.placeholder),
    EditorView.contentAttributes.of({
      'aria-label': texts.label,
      'aria-description': texts.description,
      ...(texts.invalid ? { 'aria-invalid': 'true' } : {}),
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
      writingsuggestions: 'true',
    }),
  ]
}

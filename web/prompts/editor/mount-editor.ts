import {
  history,
  historyKeymap,
  insertNewline,
  isolateHistory,
  standardKeymap,
} from '@codemirror/commands'
import { Compartment, EditorState, type ChangeSet, type Extension } from '@codemirror/state'
import { EditorView, keymap, placeholder, type ViewUpdate } from '@codemirror/view'
import {
  findOtherForms,
  convertVariables,
  type ForeignVariable,
  type OtherForm,
} from '#contract/variables/other-forms/other-forms.ts'
import {
  removeVariable,
  renameVariable,
  wrapSelection,
  wrapWords,
  type Change,
} from '#contract/variables/variable-edits.ts'
import { completeNames } from './complete-names.ts'
import { editorTheme } from './editor-theme.ts'
import {
  setNameOverrides,
  variableMarks,
  variablesField,
  type NameOverrides,
} from './variable-marks.ts'
import { watchSelection, type SelectionPosition } from './watch-selection.ts'

/** Accessible texts of the editor; they change with the language and with an error. */
export type EditorTexts = {
  label: string
  placeholder: string
  description: string
  invalid: boolean
}

/** The initial plain text and selection, and whether the editor takes the focus. */
export type EditorStart = { text: string; from: number; to: number; hasFocus: boolean }

type EditorOptions = {
  start: EditorStart
  texts: EditorTexts
  overrides: NameOverrides
  onText: (text: string) => void
  /** Called with the name of a variable made by shortcut. */
  onAdded: (name: string) => void
  /** Called with names turned into variables; they may look like code. */
  onNamed: (names: string[], text: string) => void
  /** Called with other tools' variables that were converted; undefined once a click can no longer undo that. */
  onConverted: (found: readonly ForeignVariable[] | undefined) => void
  /** Called with the position of a selection that can become a variable; undefined if there is none. */
  onSelection: (place: SelectionPosition | undefined) => void
}

/** The only interface between CodeMirror and the rest of the product. */
export type MountedEditor = {
  focus: () => void
  text: () => string
  /** Turns the selection into a variable, in one undo step, and returns its name. */
  addVariable: () => string | undefined
  /** Makes each other occurrence of some words a variable, in one undo step. */
  addVariables: (words: string) => void
  /** Turns a variable back into plain text, in one undo step. */
  removeVariable: (name: string) => void
  /** Renames a variable, in one undo step. */
  renameVariable: (name: string, nextName: string) => void
  /** Converts other tools' forms into variables, in one undo step. */
  convertForms: (forms: readonly OtherForm[]) => void
  /** Restores the text as it was before the last conversion, byte for byte, in one undo step. */
  revertConversion: () => void
  setOverrides: (overrides: NameOverrides) => void
  setTexts: (texts: EditorTexts) => void
  destroy: () => void
}

export function mountEditor(host: HTMLElement, options: EditorOptions): MountedEditor {
  const texts = new Compartment()
  const conversions = trackConversions(options)
  // In a shadow tree CodeMirror's styles are constructed sheets; elsewhere it would insert <style>
  // elements, which our content security policy forbids.
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const addNamed = (view: EditorView) => {
    const name = addVariable(view)
    if (name !== undefined) options.onNamed([name], view.state.doc.toString())
    return name
  }
  const addByKey = (view: EditorView) => {
    const name = addNamed(view)
    if (name !== undefined) options.onAdded(name)
    return name !== undefined
  }
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.start.text,
      selection: { anchor: options.start.from, head: options.start.to },
      extensions: [
        history(),
        completeNames,
        keymap.of([
          // Inserts a plain line break, without the indentation of the line above.
          { key: 'Enter', run: insertNewline, shift: insertNewline },
          { key: 'Mod-e', run: addByKey, preventDefault: true },
          ...historyKeymap,
          ...standardKeymap,
        ]),
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        EditorView.domEventHandlers({
          copy: isSelectionEmpty,
          cut: isSelectionEmpty,
          beforeinput: typeOverSelection,
        }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return
          options.onText(update.state.doc.toString())
          conversions.follow(update)
        }),
        variableMarks,
        watchSelection(options.onSelection),
        editorTheme,
        texts.of(describedBy(options.texts)),
      ],
    }),
  })
  view.dispatch({ effects: setNameOverrides.of(options.overrides) })
  return {
    focus: () => view.focus(),
    text: () => view.state.doc.toString(),
    addVariable: () => {
      const name = addNamed(view)
      view.focus()
      return name
    },
    addVariables: (words) =>
      dispatchAlone(view, wrapWords(view.state.doc.toString(), words, namedIn(view))),
    removeVariable: (name) => {
      dispatchAlone(view, removeVariable(view.state.doc.toString(), name, namedIn(view)))
      view.focus()
    },
    renameVariable: (name, nextName) =>
      dispatchAlone(view, renameVariable(view.state.doc.toString(), name, nextName, namedIn(view))),
    convertForms: (forms) => conversions.convert(view, 0, view.state.doc.length, forms),
    revertConversion: () => {
      conversions.undo(view)
      view.focus()
    },
    setOverrides: (overrides) => view.dispatch({ effects: setNameOverrides.of(overrides) }),
    setTexts: (next) => view.dispatch({ effects: texts.reconfigure(describedBy(next)) }),
    destroy: () => view.destroy(),
  }
}

/** Returns the name of the variable that the selection became. */
function addVariable(view: EditorView): string | undefined {
  const { from, to } = view.state.selection.main
  const changes = wrapSelection(view.state.doc.toString(), from, to, namedIn(view))
  if (!changes) return undefined
  const name = view.state.sliceDoc(changes[0]?.from, changes[1]?.to)
  const afterBraces = to + changes.length
  dispatchAlone(view, changes, afterBraces)
  return name.replaceAll(/\s+/g, ' ')
}

function namedIn(view: EditorView): ReadonlySet<string> {
  return view.state.field(variablesField).named
}

/**
 * Converts other tools' variables in pasted text, as a separate step: the first undo restores the pasted text.
 * While that part of the text is unchanged, it can also be restored later.
 */
function trackConversions({ onNamed, onConverted }: EditorOptions) {
  let converted: { from: number; to: number; source: string } | undefined
  let isConverting = false

  const convert = (
    view: EditorView,
    from: number,
    to: number,
    forms?: readonly OtherForm[],
  ): void => {
    // Searches the whole text, since braces before the paste can make it code.
    const found = findOtherForms(view.state.doc.toString(), forms).filter(
      (one) => one.from >= from && one.to <= to,
    )
    if (found.length === 0) return
    const source = view.state.sliceDoc(from, to)
    const change = view.state.changes(convertVariables(found).changes)
    isConverting = true
    dispatchAlone(view, change)
    isConverting = false
    converted = { from, to: change.mapPos(to, 1), source }
    onNamed(
      found.map(({ name }) => name),
      view.state.doc.toString(),
    )
    onConverted(found)
  }

  return {
    convert,
    undo(view: EditorView) {
      if (!converted) return
      const { from, to, source } = converted
      converted = undefined
      isConverting = true
      dispatchAlone(view, [{ from, to, insert: source }])
      isConverting = false
      onConverted(undefined)
    },
    follow({ view, changes, transactions }: ViewUpdate) {
      if (isConverting) return
      if (converted) {
        const { from, to } = converted
        let isTouched = false
        changes.iterChangedRanges((start, end) => {
          if (start < to && end > from) isTouched = true
        })
        converted = isTouched
          ? undefined
          : { ...converted, from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) }
        if (isTouched) onConverted(undefined)
      }
      if (!transactions.some((transaction) => transaction.isUserEvent('input.paste'))) return
      changes.iterChanges((_from, _to, start, end) => convert(view, start, end))
    },
  }
}

/** Dispatches changes as one undo step, separate from typing just before and after. */
function dispatchAlone(view: EditorView, changes: Change[] | ChangeSet, cursor?: number) {
  view.dispatch({
    changes,
    ...(cursor === undefined ? {} : { selection: { anchor: cursor }, scrollIntoView: true }),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.variable',
  })
}

/** Without a selection CodeMirror would copy the whole line, unlike any other form field. */
function isSelectionEmpty(_event: Event, view: EditorView): boolean {
  return view.state.selection.main.empty
}

/**
 * Replaces a selection with typed text. Chrome would preserve the style of the replaced text with an inline style,
 * which our content security policy forbids.
 */
function typeOverSelection(event: InputEvent, view: EditorView): boolean {
  if (event.inputType.startsWith('format')) return true
  if (event.inputType !== 'insertText' || !event.data) return false
  if (view.composing || view.state.selection.main.empty) return false
  const change = view.state.replaceSelection(event.data)
  view.dispatch(change, { userEvent: 'input.type', scrollIntoView: true })
  return true
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

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
  takeOver,
  type Found,
  type OtherForm,
} from '#contract/other-forms/other-forms.ts'
import {
  removeVariable,
  renameVariable,
  wrapSelection,
  type Change,
} from '#contract/variables/variable-edits.ts'
import { editorTheme } from './editor-theme.ts'
import { setNamesApart, variableMarks, variablesField, type NamesApart } from './variable-marks.ts'
import { watchSelection, type SelectionPlace } from './watch-selection.ts'

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
  apart: NamesApart
  onText: (text: string) => void
  /** Called with names turned into variables; they may look like code. */
  onNamed: (names: string[], text: string) => void
  /** Called with other tools' variables that were converted; undefined once one press can no longer undo that. */
  onTakenOver: (found: readonly Found[] | undefined) => void
  /** Called with the position of a selection that can become a variable; undefined if there is none. */
  onSelection: (place: SelectionPlace | undefined) => void
}

/** The only interface between CodeMirror and the rest of the product. */
export type MountedEditor = {
  focus: () => void
  /** Turns the selection into a variable, in one undo step. */
  addVariable: () => void
  /** Turns a variable back into plain text, in one undo step. */
  removeVariable: (name: string) => void
  /** Renames a variable, in one undo step. */
  renameVariable: (name: string, nextName: string) => void
  /** Converts other tools' forms into variables, in one undo step. */
  takeOver: (forms: readonly OtherForm[]) => void
  /** Restores the text as it was before the last conversion, byte for byte, in one undo step. */
  leaveAsItWas: () => void
  setApart: (apart: NamesApart) => void
  setTexts: (texts: EditorTexts) => void
  destroy: () => void
}

export function mountEditor(host: HTMLElement, options: EditorOptions): MountedEditor {
  const texts = new Compartment()
  const taking = watchTaking(options)
  // In a shadow tree CodeMirror's styles are constructed sheets; elsewhere it would insert <style>
  // elements, which our content security policy forbids.
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const addNamed = (view: EditorView) => {
    const name = addVariable(view)
    if (name !== undefined) options.onNamed([name], view.state.doc.toString())
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
        keymap.of([
          // Inserts a plain line break, without the indentation of the line above.
          { key: 'Enter', run: insertNewline, shift: insertNewline },
          { key: 'Mod-e', run: addNamed, preventDefault: true },
          ...historyKeymap,
          ...standardKeymap,
        ]),
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        EditorView.domEventHandlers({ copy: leaveAlone, cut: leaveAlone }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return
          options.onText(update.state.doc.toString())
          taking.follow(update)
        }),
        variableMarks,
        watchSelection(options.onSelection),
        editorTheme,
        texts.of(describedBy(options.texts)),
      ],
    }),
  })
  view.dispatch({ effects: setNamesApart.of(options.apart) })
  return {
    focus: () => view.focus(),
    addVariable: () => {
      addNamed(view)
      view.focus()
    },
    removeVariable: (name) => {
      dispatchAlone(view, removeVariable(view.state.doc.toString(), name, namedIn(view)))
      view.focus()
    },
    renameVariable: (name, nextName) =>
      dispatchAlone(view, renameVariable(view.state.doc.toString(), name, nextName, namedIn(view))),
    takeOver: (forms) => taking.take(view, 0, view.state.doc.length, forms),
    leaveAsItWas: () => {
      taking.undo(view)
      view.focus()
    },
    setApart: (apart) => view.dispatch({ effects: setNamesApart.of(apart) }),
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
function watchTaking({ onNamed, onTakenOver }: EditorOptions) {
  let taken: { from: number; to: number; source: string } | undefined
  let isTaking = false

  const take = (view: EditorView, from: number, to: number, forms?: readonly OtherForm[]): void => {
    // Searches the whole text, since braces before the paste can make it code.
    const found = findOtherForms(view.state.doc.toString(), forms).filter(
      (one) => one.from >= from && one.to <= to,
    )
    if (found.length === 0) return
    const source = view.state.sliceDoc(from, to)
    const change = view.state.changes(takeOver(found).changes)
    isTaking = true
    dispatchAlone(view, change)
    isTaking = false
    taken = { from, to: change.mapPos(to, 1), source }
    onNamed(
      found.map(({ name }) => name),
      view.state.doc.toString(),
    )
    onTakenOver(found)
  }

  return {
    take,
    undo(view: EditorView) {
      if (!taken) return
      const { from, to, source } = taken
      taken = undefined
      isTaking = true
      dispatchAlone(view, [{ from, to, insert: source }])
      isTaking = false
      onTakenOver(undefined)
    },
    follow({ view, changes, transactions }: ViewUpdate) {
      if (isTaking) return
      if (taken) {
        const { from, to } = taken
        let isTouched = false
        changes.iterChangedRanges((start, end) => {
          if (start < to && end > from) isTouched = true
        })
        taken = isTouched
          ? undefined
          : { ...taken, from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) }
        if (isTouched) onTakenOver(undefined)
      }
      if (!transactions.some((transaction) => transaction.isUserEvent('input.paste'))) return
      changes.iterChanges((_from, _to, start, end) => take(view, start, end))
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

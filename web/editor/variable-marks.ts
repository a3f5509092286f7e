import { RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view'
import { parse, type Segment } from '#contract/variables/variables.ts'

/** The user's decisions about names: variables that look like code, and names set to be text. */
export type NamesApart = { named: ReadonlySet<string>; literal: ReadonlySet<string> }

export const setNamesApart = StateEffect.define<NamesApart>()

/** The name overrides, and the variables of the whole text, since earlier braces decide what is code. */
export const variablesField = StateField.define<NamesApart & { variables: Segment[] }>({
  create: (state) => {
    const apart: NamesApart = { named: new Set(), literal: new Set() }
    return { ...apart, variables: variablesOf(state.doc.toString(), apart) }
  },
  update(value, transaction) {
    const apart = transaction.effects.find((effect) => effect.is(setNamesApart))?.value
    if (!apart && !transaction.docChanged) return value
    const { named, literal } = apart ?? value
    const text = transaction.newDoc.toString()
    return { named, literal, variables: variablesOf(text, { named, literal }) }
  },
})

function variablesOf(text: string, { named, literal }: NamesApart): Segment[] {
  return parse(text, named).filter(
    (segment) => segment.kind === 'variable' && !literal.has(segment.name),
  )
}

const mark = Decoration.mark({ class: 'cm-variable' })

/** Marks the variables in the visible part of the text. */
export const variableMarks = [
  variablesField,
  ViewPlugin.fromClass(
    class {
      marks: DecorationSet

      constructor(view: EditorView) {
        this.marks = visibleMarks(view)
      }

      update(update: ViewUpdate) {
        const isChanged =
          update.state.field(variablesField) !== update.startState.field(variablesField)
        if (isChanged || update.viewportChanged) this.marks = visibleMarks(update.view)
      }
    },
    { decorations: (plugin) => plugin.marks },
  ),
]

function visibleMarks(view: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>()
  for (const { from, source } of view.state.field(variablesField).variables) {
    const to = from + source.length
    // Only stretches of a long line are visible.
    const isVisible = view.visibleRanges.some((range) => to >= range.from && from <= range.to)
    if (isVisible) marks.add(from, to, mark)
  }
  return marks.finish()
}

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
export type NameOverrides = { named: ReadonlySet<string>; literal: ReadonlySet<string> }

export const setNameOverrides = StateEffect.define<NameOverrides>()

/** The name overrides, and the variables of the whole text, since earlier braces decide what is code. */
export const variablesField = StateField.define<NameOverrides & { variables: Segment[] }>({
  create: (state) => {
    const overrides: NameOverrides = { named: new Set(), literal: new Set() }
    return { ...overrides, variables: variablesOf(state.doc.toString(), overrides) }
  },
  update(value, transaction) {
    const overrides = transaction.effects.find((effect) => effect.is(setNameOverrides))?.value
    if (!overrides && !transaction.docChanged) return value
    const { named, literal } = overrides ?? value
    const text = transaction.newDoc.toString()
    return { named, literal, variables: variablesOf(text, { named, literal }) }
  },
})

function variablesOf(text: string, { named, literal }: NameOverrides): Segment[] {
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

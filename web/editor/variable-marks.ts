import { RangeSetBuilder } from '@codemirror/state'
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view'
import { parse } from '#contract/variables.ts'

const mark = Decoration.mark({ class: 'cm-variable' })

/** Marks the variables, as far as they are on screen. */
export const variableMarks = ViewPlugin.fromClass(
  class {
    marks: DecorationSet

    constructor(view: EditorView) {
      this.marks = visibleMarks(view)
    }

    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.marks = visibleMarks(update.view)
    }
  },
  { decorations: (plugin) => plugin.marks },
)

/** Line by line, since no variable has a line break in it. */
function visibleMarks(view: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>()
  let done = -1
  for (const visible of view.visibleRanges) {
    for (let at = visible.from; at <= visible.to;) {
      const line = view.state.doc.lineAt(at)
      at = line.to + 1
      // A long line is visible in several ranges.
      if (line.from <= done) continue
      done = line.from
      for (const { kind, from, source } of parse(line.text)) {
        const start = line.from + from
        if (kind === 'variable') marks.add(start, start + source.length, mark)
      }
    }
  }
  return marks.finish()
}

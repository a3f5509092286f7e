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
  let markedTo = -1
  for (const visible of view.visibleRanges) {
    for (let at = visible.from; at <= visible.to;) {
      const line = view.state.doc.lineAt(at)
      at = line.to + 1
      for (const { kind, from, source } of parse(line.text)) {
        const start = line.from + from
        const end = start + source.length
        // Of a long line only stretches are visible, and one variable may reach into two.
        const isVisible = end >= visible.from && start <= visible.to
        if (kind === 'text' || !isVisible || start < markedTo) continue
        marks.add(start, end, mark)
        markedTo = end
      }
    }
  }
  return marks.finish()
}

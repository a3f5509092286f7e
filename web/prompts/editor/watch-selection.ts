import { ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view'
import { wrapSelection } from '#contract/variables/variable-edits.ts'
import { variablesField } from './variable-marks.ts'

/** The visible part of a selection, in window coordinates, and the sides of the editor. */
export type SelectionPosition = {
  top: number
  bottom: number
  center: number
  left: number
  right: number
}

/** Debounces a changing selection, in milliseconds. */
const selectionDebounce = 200
/** Time for the focus to move to the selection's button, in milliseconds. */
const blurDelay = 150

/** Reports the position of a selection that can become a variable, and when there is no longer one. */
export function watchSelection(report: (place: SelectionPosition | undefined) => void) {
  return ViewPlugin.define((view) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOffered = false

    const offer = () => {
      isOffered = canBeVariable(view)
      report(isOffered ? placeOf(view) : undefined)
    }
    const withdraw = () => {
      if (isOffered) report(undefined)
      isOffered = false
    }
    const later = (delay: number, run: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(run, delay)
    }
    const follow = () => isOffered && report(placeOf(view))
    const leave = () => {
      if (!isFocusNearby(view)) withdraw()
    }

    // A scroll event inside the shadow tree does not reach the document.
    const scrollers = [view.scrollDOM, document]
    for (const scroller of scrollers) scroller.addEventListener('scroll', follow, true)
    window.addEventListener('resize', follow)

    return {
      update(update: ViewUpdate) {
        const { empty } = update.state.selection.main
        if (update.selectionSet || update.docChanged) {
          if (empty || update.docChanged) withdraw()
          if (empty) clearTimeout(timer)
          else later(selectionDebounce, offer)
        }
        if (!update.focusChanged) return
        if (!view.hasFocus) later(blurDelay, leave)
        else if (!empty) later(selectionDebounce, offer)
      },
      destroy() {
        clearTimeout(timer)
        for (const scroller of scrollers) scroller.removeEventListener('scroll', follow, true)
        window.removeEventListener('resize', follow)
      },
    }
  })
}

function canBeVariable(view: EditorView): boolean {
  const { from, to } = view.state.selection.main
  const { named } = view.state.field(variablesField)
  return from < to && wrapSelection(view.state.doc.toString(), from, to, named) !== undefined
}

/** Undefined if the selection is scrolled out of view. */
function placeOf(view: EditorView): SelectionPosition | undefined {
  const { from, to } = view.state.selection.main
  const start = view.coordsAtPos(from, 1)
  const end = view.coordsAtPos(to, -1)
  const box = view.scrollDOM.getBoundingClientRect()
  const top = Math.max(start?.top ?? box.top, box.top)
  const bottom = Math.min(end?.bottom ?? box.bottom, box.bottom)
  if (top >= bottom) return undefined
  const isOneLine = start && end && end.top < start.bottom
  const center = isOneLine ? (start.left + end.right) / 2 : (box.left + box.right) / 2
  return { top, bottom, center, left: box.left, right: box.right }
}

/** Whether the focus is in the editor, or on the button next to its host. */
function isFocusNearby(view: EditorView): boolean {
  const { root } = view
  if (view.hasFocus || !(root instanceof ShadowRoot)) return view.hasFocus
  const focused = document.activeElement
  return !!focused && focused !== root.host && !!root.host.parentElement?.contains(focused)
}

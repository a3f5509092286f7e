import type { EditorArea } from './editor-area.tsx'

type Code = { EditorArea: typeof EditorArea }

let code: Code | undefined
let isComing = false
const listeners = new Set<() => void>()

/** The editor's code, which comes after the library's, and before it is needed. */
export const editorCode = {
  get: () => code,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Where it does not arrive, the next form asks for it again; until then the plain field does. */
  fetch: () => {
    if (code || isComing) return
    isComing = true
    import('./editor-area.tsx').then(
      (loaded) => {
        code = loaded
        for (const listener of listeners) listener()
      },
      () => {
        isComing = false
      },
    )
  },
}

import { lazyCode } from '#web/ui/lazy-code.ts'

/** CodeMirror, which comes after the library. Until it has, or where it does not, a plain field takes the text. */
export const editorCode = lazyCode(() => import('./editor-area.tsx'))

/** Fetches the editor ahead of the first form; where that fails, the next form tries again. */
export function fetchEditor(): void {
  editorCode.fetch().catch(() => {})
}

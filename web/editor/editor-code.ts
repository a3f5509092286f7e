import { loadMessages } from '#web/messages/messages.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'

/**
 * CodeMirror and the settings of variables with their texts, which come after the library. Until they have, or where
 * they do not, a plain field takes the text.
 */
export const editorCode = lazyCode(async () => {
  await loadMessages('editor')
  return import('./editor-area.tsx')
})

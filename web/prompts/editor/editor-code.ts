import { loadMessages } from '#web/ui/messages/messages.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'

/**
 * CodeMirror and the settings of variables with their texts, loaded after the library. Until they arrive, or if
 * they fail to load, a plain field takes their place.
 */
export const editorCode = lazyCode(async () => {
  await loadMessages('editor')
  return import('./editor-area.tsx')
})

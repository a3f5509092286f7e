type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>

/** Whether a key is Ctrl+Enter or ⌘+Enter, which submits a form or a dialog. */
export function isSaveKey({ key, ctrlKey, metaKey }: Key): boolean {
  return key === 'Enter' && (ctrlKey || metaKey)
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>

/** Ctrl+Enter, or ⌘+Enter: does what a form or a dialog is for. */
export function isSaveKey({ key, ctrlKey, metaKey }: Key): boolean {
  return key === 'Enter' && (ctrlKey || metaKey)
}

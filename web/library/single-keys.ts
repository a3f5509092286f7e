/** Whether ⌘ replaces Ctrl. */
export const isMac = /Mac|iP(?:hone|ad|od)/.test(navigator.platform)

const offKey = 'no-single-keys'

/** Whether single-key shortcuts are on. Users who dictate, or press keys by accident, can switch them off. */
export function usesSingleKeys(): boolean {
  try {
    return localStorage.getItem(offKey) === null
  } catch {
    return true
  }
}

export function switchSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(offKey)
    else localStorage.setItem(offKey, '')
  } catch {
    // Without storage, the shortcuts stay on.
  }
}

import { deviceStorage } from '#web/ui/browser/storage.ts'

/** Whether ⌘ replaces Ctrl. */
export const isMac = /Mac|iP(?:hone|ad|od)/.test(navigator.platform)

const offKey = 'no-single-keys'

/** Whether single-key shortcuts are on. Users who dictate, or press keys by accident, can switch them off. */
export function usesSingleKeys(): boolean {
  return deviceStorage.getItem(offKey) === null
}

export function switchSingleKeys(isOn: boolean): void {
  if (isOn) deviceStorage.removeItem(offKey)
  else deviceStorage.setItem(offKey, '')
}

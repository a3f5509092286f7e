import { useSyncExternalStore } from 'react'

/** Spec §4: 'true' or 'false'; nothing stored follows the system. */
const storageKey = 'dark'
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

export function useIsDark(): boolean {
  // Where a page is prerendered nobody knows its readers' themes.
  return useSyncExternalStore(subscribe, isDark, () => false)
}

/** Chooses the other theme, for this device. */
export function toggleTheme(): void {
  const dark = !isDark()
  localStorage.setItem(storageKey, String(dark))
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = dark ? '#09090b' : '#fafafa'
  }
  for (const listener of listeners) listener()
}

function isDark(): boolean {
  const chosen = localStorage.getItem(storageKey)
  return chosen === null ? systemIsDark().matches : chosen === 'true'
}

function subscribe(listener: () => void) {
  const system = systemIsDark()
  listeners.add(listener)
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}

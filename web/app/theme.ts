import { useSyncExternalStore } from 'react'

/** Spec §4: 'true' or 'false'; nothing stored follows the system. */
const storageKey = 'dark'
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, isDark)
}

/** Chooses the other theme, for this device. */
export function toggleTheme(): void {
  const dark = !isDark()
  localStorage.setItem(storageKey, String(dark))
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}

function isDark(): boolean {
  const chosen = localStorage.getItem(storageKey)
  return chosen === null ? systemIsDark.matches : chosen === 'true'
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  systemIsDark.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    systemIsDark.removeEventListener('change', listener)
  }
}

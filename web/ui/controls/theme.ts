import { useSyncExternalStore } from 'react'
import { createStore } from '#web/ui/store.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { deviceStorage } from '#web/ui/browser/storage.ts'

/** Storage key; 'true' or 'false', or unset to follow the system. `first-paint.js` reads it too. */
const storageKey = 'dark'
const stored = createStore(import.meta.env.SSR ? null : deviceStorage.getItem(storageKey))
/** Unknown in a prerendered page. */
const noChoice = () => null

/** The theme on screen, and a function that toggles it on this device. */
export function useTheme(): { isDark: boolean; toggle: () => void } {
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)')
  const choice = useSyncExternalStore(stored.subscribe, stored.get, noChoice)
  const isDark = choice === null ? isSystemDark : choice === 'true'
  return { isDark, toggle: () => choose(!isDark) }
}

function choose(isDark: boolean) {
  deviceStorage.setItem(storageKey, String(isDark))
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  // The colours of --page.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = isDark ? '#09090b' : '#fafafa'
  }
  stored.set(String(isDark))
}

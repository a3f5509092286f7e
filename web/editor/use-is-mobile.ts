import { useSyncExternalStore } from 'react'

/** Spec §9: a mobile user agent, or a window narrower than 768 pixels. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, () => mobileAgent || narrow.matches)
}

const mobileAgent = /Mobi|Android|iPhone|iPad|iPod/i.test(navigator.userAgent)
const narrow = matchMedia('(width < 768px)')

function subscribe(listener: () => void) {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

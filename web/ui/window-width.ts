import { useSyncExternalStore } from 'react'

// Spec §9 has two bounds, one pixel apart: below 768 a window is a phone's, at 768 crumbs are short already.
const isPhone = widthOf('(width < 768px)')
const isNarrow = widthOf('(width <= 768px)')
const mobileAgent = /Mobi|Android|iPhone|iPad|iPod/i

/** Whether this is a mobile user agent, or a window narrower than 768 pixels (spec §9). */
export function useIsMobile(): boolean {
  const isPhoneWide = useSyncExternalStore(isPhone.subscribe, isPhone.get)
  return isPhoneWide || mobileAgent.test(navigator.userAgent)
}

/** How many characters of a folder's name a breadcrumb shows: fewer in a window of at most 768 pixels. */
export function useCrumbLength(): number {
  return useSyncExternalStore(isNarrow.subscribe, isNarrow.get) ? 15 : 35
}

function widthOf(query: string) {
  const media = matchMedia(query)
  return {
    get: () => media.matches,
    subscribe: (listener: () => void) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
  }
}

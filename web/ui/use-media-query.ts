import { useCallback, useSyncExternalStore } from 'react'
import { listen } from './listen.ts'

/** Whether a media query matches; false while a page is prerendered. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => listen(matchMedia(query), ['change'], listener),
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

const mobileAgent = /Mobi|Android|iPhone|iPad|iPod/i

// The two bounds differ by a pixel: at 768 a window no longer counts as mobile, but still shortens
// its breadcrumbs.

/** Whether this is a mobile user agent, or a window narrower than 768 pixels. */
export function useIsMobile(): boolean {
  return useMediaQuery('(width < 768px)') || mobileAgent.test(navigator.userAgent)
}

/** How many characters of a folder's name a breadcrumb shows. */
export function useFolderNameLength(): number {
  return useMediaQuery('(width <= 768px)') ? 15 : 35
}

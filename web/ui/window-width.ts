import { useMediaQuery } from './use-media-query.ts'

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

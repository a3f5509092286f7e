import type { ComponentType } from 'react'
import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import type { ScreenPath } from '#contract/screens.ts'
import { loadMessages, type Feature } from '#web/ui/messages/messages.ts'

export type Screen = () => Promise<ComponentType>
/** Delays the screen, or redirects. */
export type Gate = (address: URL, params: LoaderFunctionArgs['params']) => Promise<void>

/** A screen: its code, texts and gate load in parallel, and it appears once all have finished. */
export function screen(
  path: ScreenPath,
  load: Screen,
  features: Feature[],
  gate?: Gate,
): RouteObject {
  return {
    path,
    lazy: { Component: load },
    loader: async ({ url, params }) => {
      await Promise.all([loadMessages('shell', ...features), gate?.(url, params)])
      return null
    },
    // The screen itself responds to a change of the query alone.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  }
}

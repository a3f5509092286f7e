import { createBrowserRouter, redirectDocument, type RouteObject } from 'react-router'
import type { ScreenPath } from '#contract/screens.ts'
import { loadMessages, type Messages } from '#web/messages/messages.ts'
import { keepChosenPlan } from '#web/plans/chosen-plan.ts'
import { askForLibrary } from './preload-library.ts'
import { AuthLayout } from '#web/shell/layouts/auth-layout.tsx'
import { ErrorScreen } from '#web/shell/failures/error-screen.tsx'
import { loginRequired, visitorsOnly } from './login-gate.ts'
import { NotFoundScreen } from '#web/shell/failures/not-found-screen.tsx'
import { PublicLayout } from '#web/shell/layouts/public-layout.tsx'
import { RootLayout } from '#web/shell/layouts/root-layout.tsx'
import { SignedInLayout } from '#web/shell/layouts/signed-in-layout.tsx'

type Feature = keyof Messages
type Screen = () => Promise<{ Component: NonNullable<RouteObject['Component']> }>
/** What else has to have come. */
type Gate = (address: URL) => Promise<void>

/** A screen: its code, its texts and its gate are asked for at once, and it shows when all are there. */
function screen(path: ScreenPath, load: Screen, features: Feature[], gate?: Gate): RouteObject {
  return {
    path,
    lazy: { Component: async () => (await load()).Component },
    loader: async ({ url }) => {
      await Promise.all([loadMessages('shell', ...features), gate?.(url)])
      return null
    },
    // A change of the query alone is the screen's own business.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  }
}

/** The landing page is a document of its own (`landing.html`). */
const landingPage: RouteObject = { path: '/', loader: () => redirectDocument('/') }

const publicScreens = [
  screen('/page/:type', () => import('#web/screens/page/page-screen.tsx'), ['pages']),
]

const visitorScreens = [
  screen('/login', () => import('#web/screens/login/login-screen.tsx'), ['accounts'], visitorsOnly),
  screen(
    '/register',
    () => import('#web/screens/register/register-screen.tsx'),
    ['accounts'],
    async (address) => {
      const plan = address.searchParams.get('plan')
      if (plan !== null) keepChosenPlan(plan)
      await visitorsOnly()
    },
  ),
  screen(
    '/forgot-password/link',
    () => import('#web/screens/forgot-password/forgot-password-screen.tsx'),
    ['accounts'],
    visitorsOnly,
  ),
  screen(
    '/forgot-password/reset/:token',
    () => import('#web/screens/reset-password/reset-password-screen.tsx'),
    ['accounts'],
    visitorsOnly,
  ),
]

const signedInScreens = [
  screen(
    '/prompts',
    () => import('#web/screens/library/library-screen.tsx'),
    ['library', 'prompt'],
    async (address) => {
      await loginRequired()
      askForLibrary(address)
    },
  ),
  screen('/plans', () => import('#web/screens/plans/plans-screen.tsx'), ['plans'], loginRequired),
  screen(
    '/profile',
    () => import('#web/screens/profile/profile-screen.tsx'),
    ['accounts', 'plans'],
    loginRequired,
  ),
]

export const router = createBrowserRouter([
  {
    Component: RootLayout,
    ErrorBoundary: ErrorScreen,
    loader: () => loadMessages('shell').then(() => null),
    // A step that loads nothing is taken at once: a dialog opens before the next key.
    shouldRevalidate: () => false,
    children: [
      landingPage,
      { Component: PublicLayout, children: publicScreens },
      { Component: AuthLayout, children: visitorScreens },
      { Component: SignedInLayout, children: signedInScreens },
      screen(
        '/verify-email/:token',
        () => import('#web/screens/verify-email/verify-email-screen.tsx'),
        ['accounts'],
      ),
      screen('/undo-email/:token', () => import('#web/screens/undo-email/undo-email-screen.tsx'), [
        'accounts',
      ]),
      screen(
        '/verify-glogin',
        () => import('#web/screens/google-return/google-return-screen.tsx'),
        ['accounts'],
      ),
      screen('/logout', () => import('#web/screens/logout/logout-screen.tsx'), []),
      { path: '*', Component: NotFoundScreen },
    ],
  },
])

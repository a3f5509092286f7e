import type { ComponentType } from 'react'
import { createBrowserRouter, redirectDocument, type RouteObject } from 'react-router'
import { screens, type ScreenPath } from '#contract/screens.ts'
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
type Screen = () => Promise<ComponentType>
/** What else has to have come. */
type Gate = (address: URL) => Promise<void>

/** A screen: its code, its texts and its gate are asked for at once, and it shows when all are there. */
function screen(path: ScreenPath, load: Screen, features: Feature[], gate?: Gate): RouteObject {
  return {
    path,
    lazy: { Component: load },
    loader: async ({ url }) => {
      await Promise.all([loadMessages('shell', ...features), gate?.(url)])
      return null
    },
    // A change of the query alone is the screen's own business.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  }
}

/** The landing page is a document of its own (`landing.html`). */
const landingPage: RouteObject = {
  path: screens.landing,
  loader: () => redirectDocument(screens.landing),
}

const publicScreens = [
  screen(
    screens.page,
    () => import('#web/screens/page/page-screen.tsx').then((screen) => screen.PageScreen),
    ['pages'],
  ),
]

const visitorScreens = [
  screen(
    screens.login,
    () => import('#web/screens/login/login-screen.tsx').then((screen) => screen.LoginScreen),
    ['accounts'],
    visitorsOnly,
  ),
  screen(
    screens.register,
    () =>
      import('#web/screens/register/register-screen.tsx').then((screen) => screen.RegisterScreen),
    ['accounts'],
    async (address) => {
      const plan = address.searchParams.get('plan')
      if (plan !== null) keepChosenPlan(plan)
      await visitorsOnly()
    },
  ),
  screen(
    screens.forgotPassword,
    () =>
      import('#web/screens/forgot-password/forgot-password-screen.tsx').then(
        (screen) => screen.ForgotPasswordScreen,
      ),
    ['accounts'],
    visitorsOnly,
  ),
  screen(
    screens.resetPassword,
    () =>
      import('#web/screens/reset-password/reset-password-screen.tsx').then(
        (screen) => screen.ResetPasswordScreen,
      ),
    ['accounts'],
    visitorsOnly,
  ),
]

const signedInScreens = [
  screen(
    screens.library,
    () => import('#web/screens/library/library-screen.tsx').then((screen) => screen.LibraryScreen),
    ['library', 'prompt'],
    async (address) => {
      await loginRequired()
      askForLibrary(address)
    },
  ),
  screen(
    screens.plans,
    () => import('#web/screens/plans/plans-screen.tsx').then((screen) => screen.PlansScreen),
    ['plans'],
    loginRequired,
  ),
  screen(
    screens.profile,
    () => import('#web/screens/profile/profile-screen.tsx').then((screen) => screen.ProfileScreen),
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
        screens.verifyEmail,
        () =>
          import('#web/screens/verify-email/verify-email-screen.tsx').then(
            (screen) => screen.VerifyEmailScreen,
          ),
        ['accounts'],
      ),
      screen(
        screens.undoEmail,
        () =>
          import('#web/screens/undo-email/undo-email-screen.tsx').then(
            (screen) => screen.UndoEmailScreen,
          ),
        ['accounts'],
      ),
      screen(
        screens.googleReturn,
        () =>
          import('#web/screens/google-return/google-return-screen.tsx').then(
            (screen) => screen.GoogleReturnScreen,
          ),
        ['accounts'],
      ),
      screen(
        screens.logout,
        () => import('#web/screens/logout/logout-screen.tsx').then((screen) => screen.LogoutScreen),
        [],
      ),
      { path: '*', Component: NotFoundScreen },
    ],
  },
])

import type { ComponentType } from 'react'
import { createBrowserRouter, redirect, redirectDocument, type RouteObject } from 'react-router'
import { screens, type ScreenPath } from '#contract/screens.ts'
import { dropFirstAnswers } from '#web/api/first-answers.ts'
import type { Command } from '#web/library/commands.ts'
import { newPromptFor, storeFirstDialog, viewedPrompt } from '#web/shell/commands/first-dialog.ts'
import { loadMessages, type Messages } from '#web/ui/messages/messages.ts'
import { storeChosenPlan } from '#web/accounts/plans/chosen-plan.ts'
import { hasPlans } from '#web/api/server-has.ts'
import { preloadLibrary } from './preload-library.ts'
import { LibraryScreen } from '#web/screens/library/library-screen.tsx'
import { ErrorScreen } from '#web/shell/failures/error-screen.tsx'
import { loginFirst, loginRequired, visitorsOnly } from './login-gate.ts'
import { NotFoundScreen } from '#web/shell/failures/not-found-screen.tsx'
import { RootLayout } from '#web/shell/layouts/root-layout.tsx'
import { SignedInLayout } from '#web/shell/layouts/signed-in-layout.tsx'

type Feature = keyof Messages
type Screen = () => Promise<ComponentType>
/** Delays the screen, or redirects. */
type Gate = (address: URL) => Promise<void>

/** A screen: its code, texts and gate load in parallel, and it appears once all have finished. */
function screen(path: ScreenPath, load: Screen, features: Feature[], gate?: Gate): RouteObject {
  return {
    path,
    lazy: { Component: load },
    loader: async ({ url }) => {
      await Promise.all([loadMessages('shell', ...features), gate?.(url)])
      return null
    },
    // The screen itself responds to a change of the query alone.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  }
}

/** A screen behind the login, with the texts of the dialogs that every such screen can open. */
function signedIn(path: ScreenPath, load: Screen, features: Feature[], gate: Gate = loginRequired) {
  return screen(path, load, ['library', 'prompt', ...features], gate)
}

/** The landing page is a document of its own (`landing.html`). */
const landingPage: RouteObject = {
  path: screens.landing,
  loader: () => redirectDocument(screens.landing),
}

/** An address that leads to a screen and opens a dialog in the library, also after a login that this takes. */
function dialogAddress(
  path: ScreenPath,
  to: ScreenPath,
  dialogOf: (address: URL) => Command,
): RouteObject {
  return {
    path,
    loader: ({ url }) => {
      storeFirstDialog(dialogOf(url))
      return redirect(to)
    },
  }
}

const dialogAddresses = [
  dialogAddress(screens.newPrompt, screens.library, newPromptFor),
  dialogAddress(screens.openPrompt, screens.library, viewedPrompt),
  dialogAddress(screens.search, screens.library, () => ({ kind: 'palette' })),
  // Visitors come from the landing page, and most have no account.
  dialogAddress(screens.importPrompts, screens.register, () => ({
    kind: 'import',
    folderId: null,
  })),
]

const publicScreens = [
  screen(screens.page, async () => (await import('#web/screens/page/page-screen.tsx')).PageScreen, [
    'pages',
  ]),
]

const visitorScreens = [
  screen(
    screens.login,
    async () => (await import('#web/screens/login/login-screen.tsx')).LoginScreen,
    ['accounts'],
    visitorsOnly,
  ),
  screen(
    screens.register,
    async () => (await import('#web/screens/register/register-screen.tsx')).RegisterScreen,
    ['accounts'],
    async (address) => {
      const plan = address.searchParams.get('plan')
      if (plan !== null && hasPlans()) storeChosenPlan(plan)
      await visitorsOnly()
    },
  ),
  screen(
    screens.forgotPassword,
    async () =>
      (await import('#web/screens/forgot-password/forgot-password-screen.tsx'))
        .ForgotPasswordScreen,
    ['accounts'],
    visitorsOnly,
  ),
  screen(
    screens.resetPassword,
    async () =>
      (await import('#web/screens/reset-password/reset-password-screen.tsx')).ResetPasswordScreen,
    ['accounts'],
    visitorsOnly,
  ),
]

const signedInScreens = [
  signedIn(
    screens.library,
    async () => LibraryScreen,
    [],
    async (address) => {
      try {
        await loginRequired()
        await preloadLibrary(address)
      } finally {
        dropFirstAnswers()
      }
    },
  ),
  signedIn(
    screens.trash,
    async () => (await import('#web/screens/trash/trash-screen.tsx')).TrashScreen,
    ['history'],
  ),
  signedIn(
    screens.plans,
    async () => (await import('#web/screens/plans/plans-screen.tsx')).PlansScreen,
    ['plans'],
    async () => {
      if (!hasPlans()) throw redirect(screens.profile)
      await loginRequired()
    },
  ),
  signedIn(
    screens.profile,
    async () => (await import('#web/screens/profile/profile-screen.tsx')).ProfileScreen,
    ['accounts', 'apps', 'plans', 'values', 'palette', 'runs', 'history'],
  ),
]

/** The dialog that asks for a proof has texts of the account. */
const connectTexts: Feature[] = ['accounts', 'apps', 'library']

/** Starts the router at the page's address. */
export function createRouter() {
  return createBrowserRouter([
    {
      Component: RootLayout,
      HydrateFallback: BlankScreen,
      ErrorBoundary: ErrorScreen,
      loader: () => loadMessages('shell').then(() => null),
      // Navigation that loads nothing completes at once, so that a dialog opens before the next key
      // press.
      shouldRevalidate: () => false,
      children: [
        landingPage,
        ...dialogAddresses,
        {
          lazy: {
            Component: async () =>
              (await import('#web/shell/layouts/public-layout.tsx')).PublicLayout,
          },
          children: publicScreens,
        },
        {
          lazy: {
            Component: async () => (await import('#web/shell/layouts/auth-layout.tsx')).AuthLayout,
          },
          children: visitorScreens,
        },
        { Component: SignedInLayout, children: signedInScreens },
        screen(
          screens.connectDevice,
          async () =>
            (await import('#web/screens/connect/connect-device-screen.tsx')).ConnectDeviceScreen,
          connectTexts,
          loginFirst,
        ),
        screen(
          screens.connect,
          async () => (await import('#web/screens/connect/connect-screen.tsx')).ConnectScreen,
          connectTexts,
          loginFirst,
        ),
        screen(
          screens.verifyEmail,
          async () =>
            (await import('#web/screens/verify-email/verify-email-screen.tsx')).VerifyEmailScreen,
          ['accounts'],
        ),
        screen(
          screens.undoEmail,
          async () =>
            (await import('#web/screens/undo-email/undo-email-screen.tsx')).UndoEmailScreen,
          ['accounts'],
        ),
        screen(
          screens.stopFactorReset,
          async () =>
            (await import('#web/screens/stop-factor-reset/stop-factor-reset-screen.tsx'))
              .StopFactorResetScreen,
          ['accounts'],
        ),
        screen(
          screens.googleReturn,
          async () =>
            (await import('#web/screens/google-return/google-return-screen.tsx'))
              .GoogleReturnScreen,
          ['accounts'],
        ),
        screen(
          screens.logout,
          async () => (await import('#web/screens/logout/logout-screen.tsx')).LogoutScreen,
          [],
        ),
        { path: '*', Component: NotFoundScreen },
      ],
    },
  ])
}

/** A gated screen is blank until the login check has answered. */
function BlankScreen() {
  return <div style={{ minHeight: '100dvh' }} aria-busy />
}

import { createBrowserRouter, redirect, redirectDocument, type RouteObject } from 'react-router'
import { screens, type ScreenPath } from '#contract/screens.ts'
import { dropFirstAnswers } from '#web/api/first-answers.ts'
import type { Command } from '#web/library/commands.ts'
import { newPromptFor, storeFirstDialog, viewedPrompt } from '#web/shell/commands/first-dialog.ts'
import type { Feature } from '#web/ui/messages/messages.ts'
import { hasPlans } from '#web/api/server-has.ts'
import { preloadLibrary } from './preload-library.ts'
import { LibraryScreen } from '#web/screens/library/library-screen.tsx'
import { copyIsRead, loginFirst, loginRequired } from './login-gate.ts'
import { framed, notFound, publicRoutes } from './public-routes.tsx'
import { screen, type Gate, type Screen } from './screen-route.ts'
import { whenIdle } from '#web/ui/when-idle.ts'
import { SignedInLayout } from '#web/shell/layouts/signed-in-layout.tsx'

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

const logoutScreen = async () =>
  (await import('#web/screens/logout/logout-screen.tsx')).LogoutScreen

const signedInScreens = [
  signedIn(
    screens.library,
    async () => LibraryScreen,
    [],
    async (address) => {
      try {
        await loginRequired()
        await copyIsRead()
        await preloadLibrary(address)
      } finally {
        dropFirstAnswers()
        // A logout also works without a connection.
        whenIdle(() => void logoutScreen().catch(() => {}))
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
    async () => {
      const { ProfileScreen, preloadProfile } =
        await import('#web/screens/profile/profile-screen.tsx')
      await preloadProfile()
      return ProfileScreen
    },
    ['accounts', 'plans'],
  ),
]

/** The dialog that asks for a proof has texts of the account. */
const connectTexts: Feature[] = ['accounts', 'apps', 'library']

/** Starts the router at the page's address; `isMissing`: the server has found nothing there. */
export function createRouter(isMissing: boolean) {
  if (isMissing) return createBrowserRouter([framed([notFound])])
  return createBrowserRouter([
    framed([
      landingPage,
      ...dialogAddresses,
      ...publicRoutes(),
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
        screens.undoEmail,
        async () => (await import('#web/screens/undo-email/undo-email-screen.tsx')).UndoEmailScreen,
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
          (await import('#web/screens/google-return/google-return-screen.tsx')).GoogleReturnScreen,
        ['accounts'],
      ),
      screen(screens.logout, logoutScreen, []),
      notFound,
    ]),
  ])
}

import type { RouteObject } from 'react-router'
import { screens } from '#contract/screens.ts'
import { storeChosenPlan } from '#web/accounts/plans/chosen-plan.ts'
import { hasPlans } from '#web/api/server-has.ts'
import { pageQuery } from '#web/screens/page/get-page.ts'
import { ErrorScreen } from '#web/shell/failures/error-screen.tsx'
import { NotFoundScreen } from '#web/shell/failures/not-found-screen.tsx'
import { RootLayout } from '#web/shell/layouts/root-layout.tsx'
import { queryClient } from '#web/shell/connection/query-client.ts'
import { loadMessages } from '#web/ui/messages/messages.ts'
import { visitorsOnly } from './login-gate.ts'
import { screen } from './screen-route.ts'

/** Frames all screens. */
export function framed(children: RouteObject[]): RouteObject {
  return {
    Component: RootLayout,
    HydrateFallback: BlankScreen,
    ErrorBoundary: ErrorScreen,
    loader: () => loadMessages('shell').then(() => null),
    // Navigation that loads nothing completes at once, so that a dialog opens before the next key
    // press.
    shouldRevalidate: () => false,
    children,
  }
}

/** Makes the routes of the screens that the server renders. A router keeps what it has loaded in them. */
export function publicRoutes(): RouteObject[] {
  return [
    {
      lazy: {
        Component: async () => (await import('#web/shell/layouts/public-layout.tsx')).PublicLayout,
      },
      children: [
        screen(
          screens.page,
          async () => (await import('#web/screens/page/page-screen.tsx')).PageScreen,
          ['pages'],
          async (_address, { type = '' }) =>
            void (await queryClient.ensureQueryData(pageQuery(type))),
        ),
      ],
    },
    {
      lazy: {
        Component: async () => (await import('#web/shell/layouts/auth-layout.tsx')).AuthLayout,
      },
      children: [
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
            (await import('#web/screens/reset-password/reset-password-screen.tsx'))
              .ResetPasswordScreen,
          ['accounts'],
          visitorsOnly,
        ),
      ],
    },
    screen(
      screens.verifyEmail,
      async () =>
        (await import('#web/screens/verify-email/verify-email-screen.tsx')).VerifyEmailScreen,
      ['accounts'],
    ),
  ]
}

/** Matches any address, in a document that the server rendered as not found. */
export const notFound: RouteObject = { path: '*', Component: NotFoundScreen }

/** Without a frame, a gated screen is blank until the login check has answered. */
function BlankScreen() {
  return <div style={{ minHeight: '100dvh' }} aria-busy />
}

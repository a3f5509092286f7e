/** The addresses of the screens; `:name` is a parameter. Any other is not found. */
export const screenPaths = [
  '/',
  '/login',
  '/register',
  '/forgot-password/link',
  '/forgot-password/reset/:token',
  '/verify-email/:token',
  '/undo-email/:token',
  '/verify-glogin',
  '/page/:type',
  '/prompts',
  '/prompt/shared/:id',
  '/profile',
  '/plans',
  '/logout',
] as const

export type ScreenPath = (typeof screenPaths)[number]

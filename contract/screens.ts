/** The addresses of the screens; `:name` is a parameter. Every other address is not found. */
export const screens = {
  landing: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password/link',
  resetPassword: '/forgot-password/reset/:token',
  verifyEmail: '/verify-email/:token',
  undoEmail: '/undo-email/:token',
  stopFactorReset: '/stop-reset/:token',
  googleReturn: '/verify-glogin',
  page: '/page/:type',
  library: '/prompts',
  newPrompt: '/prompts/new',
  importPrompts: '/prompts/import',
  /** With `?id=`, the id of a prompt. */
  openPrompt: '/prompts/open',
  search: '/prompts/search',
  sharedPrompt: '/prompt/shared/:id',
  profile: '/profile',
  connectDevice: '/connect/device',
  connect: '/connect/:uid',
  trash: '/trash',
  plans: '/plans',
  logout: '/logout',
} as const

/** The frame of the library's screen without data of an account. The service worker stores it. */
export const shellPath = '/library-shell'

export type ScreenPath = (typeof screens)[keyof typeof screens]
export const screenPaths: readonly ScreenPath[] = Object.values(screens)

type ParameterOf<Path> = Path extends `${string}:${infer Name}` ? Name : never

/** Fills in the parameter of a screen's address. */
export function screenAddress<Path extends ScreenPath>(
  path: Path,
  parameters: Record<ParameterOf<Path>, string>,
): string {
  return path.replace(/:(\w+)/, (_, name: ParameterOf<Path>) =>
    encodeURIComponent(parameters[name]),
  )
}

/** The path of a shared prompt's link. Without a key, its id alone opens it. */
export function sharePath(promptId: string, shareKey: string | null): string {
  const path = screenAddress(screens.sharedPrompt, { id: promptId })
  return shareKey === null ? path : `${path}?${new URLSearchParams({ key: shareKey })}`
}

type Lacks = Readonly<Record<string, string | undefined>>

let lacks: Lacks = import.meta.env.SSR ? {} : document.body.dataset

/** Sets what the server lacks while it renders a document; the browser reads that from the `<body>`. */
export function renderWithout(features: Lacks): void {
  lacks = features
}

/** Whether the server has plans. The page states it if it has none. */
export function hasPlans(): boolean {
  return lacks['plans'] !== 'off'
}

/** Whether runs of the server's models cost credits. */
export function hasCredits(): boolean {
  return lacks['credits'] !== 'off'
}

/** Whether to offer the login with Google: on a server with plans even if it is not configured. */
export function hasGoogle(): boolean {
  return lacks['google'] !== 'off'
}

/** Whether passkeys are possible at the server's address. The browser may still have none. */
export function hasPasskeys(): boolean {
  return lacks['passkeys'] !== 'off'
}

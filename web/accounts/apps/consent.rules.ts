import type { ConnectRequest } from '#contract/accounts/apps.ts'

/**
 * Whether the answer goes to a program on the user's own device, via a local port or its own scheme, such as `cursor:`.
 */
export function isOfComputer(returnsTo: string | null): boolean {
  return returnsTo === null || returnsTo.endsWith(':')
}

/** The warning shown before a request is allowed; undefined if a host vouches for the app and receives the answer. */
export function warningOf({
  kind,
  host,
  returnsTo,
}: Pick<ConnectRequest, 'kind' | 'host' | 'returnsTo'>) {
  if (kind === 'device') return 'onDevice'
  if (host === null) return 'unvouched'
  return isOfComputer(returnsTo) ? 'onThisComputer' : undefined
}

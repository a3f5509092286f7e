import type { ConnectRequest } from '#contract/accounts/apps.ts'

/** Whether a program on the user's own device takes over, by a port of its own or by its scheme, such as `cursor:`. */
export function isOfComputer(returnsTo: string | null): boolean {
  return returnsTo === null || returnsTo.endsWith(':')
}

/** What to warn of before a request is allowed; undefined where a host vouches for the app and gets the answer. */
export function warningOf({
  kind,
  host,
  returnsTo,
}: Pick<ConnectRequest, 'kind' | 'host' | 'returnsTo'>) {
  if (kind === 'device') return 'onDevice'
  if (host === null) return 'unvouched'
  return isOfComputer(returnsTo) ? 'onThisComputer' : undefined
}

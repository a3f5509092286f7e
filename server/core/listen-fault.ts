type Address = { port: number; host: string }

/**
 * Returns why a server cannot listen on an address, as a line for the operator that names the variable; undefined for other
 * errors.
 *
 * @param prefix of the variables, such as METRICS_
 */
export function toListenFault(
  error: unknown,
  { port, host }: Address,
  prefix = '',
): string | undefined {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `${prefix}PORT ${port} is already in use by another program.`
    case 'EACCES':
      return `${prefix}PORT ${port} is not allowed for this user.`
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `${prefix}HOST is ${JSON.stringify(host)}; this machine has no such address.`
    default:
      return undefined
  }
}

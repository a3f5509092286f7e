/** Whether a host of an address is this machine: a loopback name or address. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/**
 * Whether others on the network can read or answer a connection to the database at this address: every connection to
 * another machine, unless the certificate and its name are checked. Sockets stay on this machine.
 */
export function isUnsafeDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  // As in `pg`: the last parameter overrides the host.
  const host = searchParams.getAll('host').at(-1) || decodeURIComponent(hostname)
  if (host === '' || host.startsWith('/') || isLoopback(host)) return false
  return searchParams.getAll('sslmode').join() !== 'verify-full'
}

/** Parameters of a mail server's address that make its connection readable, unless they have this value. */
const mailParameters = {
  ignoreTLS: 'false',
  opportunisticTLS: 'false',
  requireTLS: 'true',
  'tls.rejectUnauthorized': 'true',
}

/**
 * Whether the address of a mail server on another machine disables encryption or the certificate check. Without such
 * parameters, `smtps:` has both, and so has `smtp:` with STARTTLS, which the transport requires.
 */
export function isUnsafeMail(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  if (isLoopback(hostname)) return false
  return Object.entries(mailParameters).some(([name, safe]) =>
    searchParams.getAll(name).some((value) => value !== safe),
  )
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * Parses the address of a server, with or without `https://`. Returns its origin, and whether a token would be sent to
 * it over a network without encryption.
 */
export function parseServerAddress(
  typed: string,
): { origin: string; isInsecure: boolean } | undefined {
  const address = typed.trim()
  const [host = ''] = address.split(/[/:](?!.*\])/, 1)
  const scheme = loopback.test(host) ? 'http' : 'https'
  const whole = /^[a-z]+:\/\//i.test(address) ? address : `${scheme}://${address}`
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined
  const isInsecure = url.protocol === 'http:' && !loopback.test(url.hostname)
  return { origin: url.origin, isInsecure }
}

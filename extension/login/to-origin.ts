const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Parses the address of a server, with or without `https://`. Returns its origin. */
export function toOrigin(typed: string): { origin: string } | { problem: 'invalid' | 'insecure' } {
  const address = typed.trim()
  const [host = ''] = address.split(/[/:](?!.*\])/, 1)
  const scheme = loopback.test(host) ? 'http' : 'https'
  const whole = /^[a-z]+:\/\//i.test(address) ? address : `${scheme}://${address}`
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return { problem: 'invalid' }
  // The token would be sent without encryption.
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) return { problem: 'insecure' }
  return { origin: url.origin }
}

import type { Reach } from '#server/core/runner.ts'
import { BlockList, isIP } from 'node:net'

/** IANA's special-purpose IPv4 addresses that are not on the internet, and Azure's platform address. */
const specialIPv4 = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])

/** The only global unicast addresses of IPv6: not local, mapped, translated or multicast. */
const globalIPv6 = listOf('ipv6', ['2000::/3'])
/** Exceptions within these: protocols, documentation, and addresses that embed an IPv4 address. */
const specialIPv6 = listOf('ipv6', [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
])

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a request with this reach may go to an IP address. */
export function mayReach(address: string, reach: Reach): boolean {
  if (reach === 'anywhere') return true
  const version = isIP(address)
  // A zone makes it a link-local address.
  if (version === 0 || address.includes('%')) return false
  if (reach === 'self') return loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')
  if (version === 4) return !specialIPv4.check(address, 'ipv4')
  return globalIPv6.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6')
}

/**
 * Returns the reach of requests to an address that a user entered; undefined if it is refused. Host names are checked once
 * they are resolved.
 */
export function findReach(
  baseUrl: string,
  { isLocal, modelHosts }: { isLocal: boolean; modelHosts: readonly string[] },
): Reach | undefined {
  const url = new URL(baseUrl)
  if (modelHosts.includes(url.origin)) return 'anywhere'
  const host = toHost(url)
  if (isLocal && (host === 'localhost' || mayReach(host, 'self'))) return 'self'
  if (url.protocol !== 'https:' || host === 'localhost') return undefined
  return isIP(host) === 0 || mayReach(host, 'internet') ? 'internet' : undefined
}

/** The host of a URL, without brackets around an IPv6 address. */
export function toHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

function listOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

import { hash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import type { calls } from '#contract/calls.ts'

const minute = 60_000
const hour = 60 * minute

/** A token bucket: a burst of attempts, and one more per interval. */
export type Throttle = { burst: number; refillMs: number }

/** Counted per network address. The contract names them in its calls. */
export const addressThrottles = {
  signInFromAddress: { burst: 10, refillMs: minute },
  registerFromAddress: { burst: 10, refillMs: hour / 10 },
  mailResetLinkFromAddress: { burst: 20, refillMs: 3 * minute },
  followLinkFromAddress: { burst: 100, refillMs: minute / 6 },
  signInWithGoogleFromAddress: { burst: 100, refillMs: minute / 6 },
  // Each view of the login page requests a challenge. A passkey cannot be guessed.
  signInWithPasskeyFromAddress: { burst: 100, refillMs: minute / 6 },
  wrongTokenFromAddress: { burst: 20, refillMs: minute / 20 },
  // Many users of an assistant share its provider's network.
  beginConnectingFromAddress: { burst: 60, refillMs: minute / 20 },
  askForTokenFromAddress: { burst: 120, refillMs: minute / 120 },
  registerAppFromAddress: { burst: 20, refillMs: 3 * minute },
  // Codes are short: 20^8, and few are valid at a time.
  enterUserCodeFromAddress: { burst: 10, refillMs: minute },
} as const satisfies Record<string, Throttle>

/** Counted per e-mail address, whether or not it has an account. */
export const accountThrottles = {
  signInToAccount: { burst: 10, refillMs: minute },
  enterFactorCode: { burst: 5, refillMs: minute },
  changePassword: { burst: 10, refillMs: minute },
  mailResetLink: { burst: 3, refillMs: hour / 3 },
  // Far more than a person causes: each is about a login or a change.
  mailNotice: { burst: 50, refillMs: hour / 10 },
  mailVerificationLink: { burst: 3, refillMs: hour / 3 },
  changeEmail: { burst: 5, refillMs: hour / 5 },
  enterMailedCode: { burst: 5, refillMs: minute },
  testModels: { burst: 20, refillMs: minute },
  startRun: { burst: 60, refillMs: hour / 60 },
  beginCheckout: { burst: 20, refillMs: minute },
} as const satisfies Record<string, Throttle>

/** Calls of one token, in one process: 600 per minute. */
export const tokenRate: Throttle = { burst: 120, refillMs: minute / 600 }

/**
 * Concurrency limits of one process for one account. The product's own client sends about ten concurrent requests per
 * tab, and follows four runs.
 */
export const accountLoad = {
  /** Concurrent requests, and those of `longCalls` among them. */
  atOnce: 6,
  longAtOnce: 4,
  /** Concurrent and waiting requests; more are refused. */
  requests: 60,
  /** Streams and downloads; more are refused. */
  streams: 8,
  /** Streams of a library's state, one per open tab or program; more are refused. */
  watches: 12,
  /** Streams that announce changes to assistants, which may keep one per conversation; more are refused. */
  announcements: 24,
} as const

/** Calls that may take longer than a few hundredths of a second. */
export const longCalls: ReadonlySet<keyof typeof calls> = new Set([
  'getRun',
  'searchPrompts',
  'listFolderTree',
  'listPromptNames',
  'listLibrary',
  'listChanges',
  'listIds',
  'listSkills',
  'countFolderContents',
  'changeSelection',
  'copySelection',
  'deleteFolder',
  'deleteSelection',
  'restoreTrash',
  'eraseTrash',
  'emptyTrash',
  'importEntries',
  'undoImport',
  'deleteAccount',
])

const throttles = { ...addressThrottles, ...accountThrottles }
export type ThrottleName = keyof typeof throttles

export function findThrottle(name: ThrottleName): Throttle {
  return throttles[name]
}

/**
 * The network as which an address is counted: for IPv6 its /64, which belongs to one connection. All invalid addresses
 * count as one network.
 */
export function toNetwork(address: string): string {
  const ip = withoutPort(address)
  const groups = toGroups(ip)
  if (groups === undefined) return isIPv4(ip) ? ip : 'unknown'
  return isMappedIPv4(groups) ? toIPv4(groups) : `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * The network in which a person may recognise an address, but which does not distinguish neighbouring connections: the
 * /24 of IPv4, the /48 of IPv6. Empty for an invalid address.
 */
export function toCoarseNetwork(address: string): string {
  const bare = withoutPort(address)
  const groups = toGroups(bare)
  if (groups !== undefined && !isMappedIPv4(groups)) return `${groups.slice(0, 3).join(':')}::/48`
  const ip = groups === undefined ? bare : toIPv4(groups)
  return isIPv4(ip) ? `${ip.slice(0, ip.lastIndexOf('.'))}.0/24` : ''
}

/** Some proxies append the port of the connection: `192.0.2.7:4001`, `[2001:db8::1]:4001`. */
function withoutPort(address: string): string {
  const match = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(address)
  return match?.[1] ?? match?.[2] ?? address
}

/** The eight groups of an IPv6 address; undefined for anything else. */
function toGroups(address: string): string[] | undefined {
  const [ip = ''] = address.split('%', 1)
  if (!isIPv6(ip)) return undefined
  // A URL normalises the address, including an IPv4 part to hex digits.
  const [head = '', tail] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const between = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...between, ...after]
}

function isMappedIPv4(groups: readonly string[]): boolean {
  return groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
}

/** The key in the database: a hash, so that it contains neither network nor e-mail addresses. */
export function toThrottleKey(name: ThrottleName, subject: string): string {
  return hash('sha256', `${name} ${subject}`, 'base64url')
}

/** All keys under which an account is counted. */
export function toAccountKeys(emailKey: string): string[] {
  const names = Object.keys(accountThrottles) as (keyof typeof accountThrottles)[]
  return names.map((name) => toThrottleKey(name, emailKey))
}

/** The English text of the refusal, with the time in seconds or minutes. */
export function toRefusal(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `Too many attempts, please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}

function toIPv4(groups: readonly string[]): string {
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 0xff])
    .join('.')
}

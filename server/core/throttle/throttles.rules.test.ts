import { describe, expect, test } from 'vitest'
import {
  toCoarseNetwork,
  toNetwork,
  toRefusal,
  toThrottleKey,
} from '#server/core/throttle/throttles.rules.ts'

describe('An address is counted', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::99', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['192.0.2.7:4001', '192.0.2.7'],
    ['[2001:db8:1:2::99]:4001', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::99]', '2001:db8:1:2::/64'],
    ['[::ffff:192.0.2.7]:4001', '192.0.2.7'],
    ['no address at all', 'unknown'],
    ['192.0.2.7:x', 'unknown'],
    ['192.0.2.300:1', 'unknown'],
    ['[no address]:2', 'unknown'],
    ['', 'unknown'],
  ])('%s as %s', (address, network) => {
    expect(toNetwork(address)).toBe(network)
  })
})

describe('A notice names an address', () => {
  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['203.0.113.77:4001', '203.0.113.0/24'],
    ['[2001:db8:1:2::99]:4001', '2001:db8:1::/48'],
    ['no address at all', ''],
  ])('%s as %s', (address, network) => {
    expect(toCoarseNetwork(address)).toBe(network)
  })
})

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [179, '3 minutes'],
  [1200, '20 minutes'],
])('%i seconds are shown as %s', (seconds, told) => {
  expect(toRefusal(seconds)).toBe(`Too many attempts, please try again in ${told}.`)
})

test('A key reveals no subject and belongs to one throttle', () => {
  const key = toThrottleKey('signInToAccount', 'ada@example.com')
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(key).not.toBe(toThrottleKey('mailResetLink', 'ada@example.com'))
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SubscriptionRow } from '#server/billing/plans/subscriptions.queries.ts'
import {
  applyEvent,
  hasPaymentFailed,
  isActive,
  isPaid,
  type Purchase,
  type SubscriptionEvent,
} from '#server/billing/plans/subscriptions.rules.ts'

const owner = 1
const month = 30 * 24 * 60 * 60 * 1000
const registered = 1_000_000

const free: SubscriptionRow = {
  id: 'free-of-ada',
  owner_no: owner,
  plan_id: 'free',
  provider: null,
  started_at: registered,
  period_started_at: registered,
  expires_at: null,
  payment_failed_for: null,
  ended_at: null,
}

const start = registered + month
const plus: Purchase = {
  id: 'sub_1',
  owner_no: owner,
  plan_id: 'plus-monthly',
  provider: 'sandbox',
  started_at: start,
}

const paid = (count: number, from = start): SubscriptionEvent => ({
  kind: 'paid',
  from: from + count * month,
  until: from + (count + 1) * month,
})
const failed = (count: number): SubscriptionEvent => ({
  kind: 'payment_failed',
  from: start + count * month,
})

/** The state that follows from an owner's subscriptions at a given time. */
function stateOf(rows: readonly SubscriptionRow[], now: number): string {
  const active = rows.filter((row) => isActive(row, now))
  expect(active.length).toBeLessThanOrEqual(1)
  if (active[0]) return isPaid(active[0]) ? 'paid' : 'free'
  return rows.some((row) => isPaid(row) || row.expires_at === null) ? 'ended' : 'none'
}

function after(rows: SubscriptionRow[], ...events: SubscriptionEvent[]): SubscriptionRow[] {
  return events.reduce((state, event) => applyEvent(state, plus, event), rows)
}

describe('A subscription', () => {
  const now = start + 1
  const paidRows = after([free], paid(0))
  const endedRows = after([free], paid(0), { kind: 'ended', at: now })
  const from = { none: [], free: [free], paid: paidRows, ended: endedRows }

  test.each<[keyof typeof from, string, SubscriptionEvent, string]>([
    ['none', 'paid', paid(0), 'paid'],
    ['none', 'a payment that failed', failed(0), 'none'],
    ['none', 'refunded', { kind: 'refunded', at: now }, 'none'],
    ['none', 'unsubscribed', { kind: 'unsubscribed', at: now }, 'none'],
    ['none', 'ended', { kind: 'ended', at: now }, 'none'],
    ['free', 'paid', paid(0), 'paid'],
    ['free', 'a payment that failed', failed(0), 'free'],
    ['free', 'refunded', { kind: 'refunded', at: now }, 'free'],
    ['free', 'unsubscribed', { kind: 'unsubscribed', at: now }, 'free'],
    ['free', 'ended', { kind: 'ended', at: now }, 'free'],
    ['paid', 'paid', paid(1), 'paid'],
    ['paid', 'a payment that failed', failed(1), 'paid'],
    ['paid', 'refunded', { kind: 'refunded', at: now }, 'ended'],
    ['paid', 'unsubscribed', { kind: 'unsubscribed', at: now }, 'ended'],
    ['paid', 'ended', { kind: 'ended', at: now }, 'ended'],
    ['ended', 'paid', paid(1), 'ended'],
    ['ended', 'a payment that failed', failed(1), 'ended'],
    ['ended', 'refunded', { kind: 'refunded', at: now }, 'ended'],
    ['ended', 'unsubscribed', { kind: 'unsubscribed', at: now }, 'ended'],
    ['ended', 'ended', { kind: 'ended', at: now }, 'ended'],
  ])('from %s, when %s', (state, _event, event, expected) => {
    expect(stateOf(from[state], now)).toBe(state)
    expect(stateOf(after(from[state], event), now)).toBe(expected)
  })

  test('that has ended can be followed by a new purchase', () => {
    const again: Purchase = { ...plus, id: 'sub_2', started_at: now + 5 }
    const rows = applyEvent(endedRows, again, paid(0, now + 5))
    expect(stateOf(rows, now + 6)).toBe('paid')
  })

  test('lasts until its period is over, and longer if renewed', () => {
    expect(stateOf(paidRows, start + month - 1)).toBe('paid')
    expect(stateOf(paidRows, start + month)).toBe('ended')
    expect(stateOf(after(paidRows, paid(1)), start + 2 * month - 1)).toBe('paid')
  })

  test('of Stripe has some hours of grace for its renewal', () => {
    const rows = applyEvent([free], { ...plus, provider: 'stripe' }, paid(0))
    expect(stateOf(rows, start + month + 60 * 60_000)).toBe('paid')
    expect(stateOf(rows, start + month + 7 * 60 * 60_000)).toBe('ended')
  })

  test('shows a failed payment until the period is paid', () => {
    const failing = after([free], paid(0), failed(1))
    expect(failing.some(hasPaymentFailed)).toBe(true)
    expect(after(failing, paid(1)).some(hasPaymentFailed)).toBe(false)
    expect(after([free], paid(0), paid(1), failed(1)).some(hasPaymentFailed)).toBe(false)
  })

  test('that is bought in a second tab replaces the first', () => {
    const second: Purchase = { ...plus, id: 'sub_2', started_at: start + 10 }
    const rows = applyEvent(paidRows, second, paid(0, start + 10))
    expect(rows.filter((row) => isActive(row, start + 11)).map(({ id }) => id)).toEqual(['sub_2'])
  })
})

/** Arbitrary events of several purchases. */
const facts = fc
  .array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 })
  .chain((offsets) => {
    const purchases = offsets.map((offset, index): Purchase => ({
      ...plus,
      id: `sub_${index}`,
      started_at: start + offset * month,
    }))
    const event = (purchase: Purchase) => {
      const count = fc.integer({ min: 0, max: 4 })
      const at = count.map((passed) => purchase.started_at + passed * month)
      return fc.oneof(
        count.map((passed) => paid(passed, purchase.started_at)),
        at.map((moment) => ({ kind: 'payment_failed' as const, from: moment })),
        fc.record({ kind: fc.constantFrom('refunded', 'unsubscribed', 'ended'), at }),
      )
    }
    const told = fc
      .constantFrom(...purchases)
      .chain((purchase) => event(purchase).map((what) => ({ purchase, event: what })))
    return fc.array(told, { minLength: 1, maxLength: 12 })
  })

type Told = { purchase: Purchase; event: SubscriptionEvent }

function tellAll(told: readonly Told[]): SubscriptionRow[] {
  const rows = told.reduce(
    (state, { purchase, event }) => applyEvent(state, purchase, event),
    [free],
  )
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** The same facts, each at least once, in another order. */
const retold = facts.chain((told) =>
  fc
    .array(fc.nat(told.length - 1), { maxLength: 12 })
    .map((again) => [...told, ...again.map((index) => told[index] as Told)])
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
    .map((shuffled) => ({ told, shuffled })),
)

describe('Events in any order and any number of times', () => {
  test('give the same subscriptions', () => {
    fc.assert(
      fc.property(retold, ({ told, shuffled }) => {
        expect(tellAll(shuffled)).toEqual(tellAll(told))
      }),
      { numRuns: 2000 },
    )
  })

  test('never give an owner two plans', () => {
    fc.assert(
      fc.property(facts, fc.nat(8), (told, months) => {
        const active = tellAll(told).filter((row) => isActive(row, start + months * month))
        expect(active.length).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('never revive an ended plan', () => {
    fc.assert(
      fc.property(facts, facts, (told, later) => {
        const over = tellAll(told).filter((row) => row.ended_at !== null)
        const rows = tellAll([...told, ...later])
        for (const { id } of over) {
          expect(rows.find((row) => row.id === id)?.ended_at).not.toBeNull()
        }
      }),
    )
  })
})

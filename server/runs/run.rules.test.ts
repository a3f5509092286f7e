import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  advance,
  begun,
  mostCredits,
  settle,
  toStorable,
  type Progress,
  type RunEvent,
} from '#server/runs/run.rules.ts'

const price = { creditsPerMillionInput: 200, creditsPerMillionOutput: 4_000 }
const count = fc.nat(2_000_000)

type Happening = RunEvent | { isBeat: true } | { isKilled: true }

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ text: fc.string({ minLength: 1, unit: 'binary' }) }) },
  fc.record({ usage: fc.record({ input: count, output: count }, { requiredKeys: [] }) }),
  fc.constant({ isBeat: true as const }),
  fc.record({ stop: fc.constantFrom('end' as const, 'length' as const) }),
  fc.constant({ error: 'model_cut' as const }),
  fc.constant({ isStopped: true as const }),
  fc.constant({ isKilled: true as const }),
)

/** The account's ledger and the row of a run, as its server and the sweep of another one change them. */
function carry(reserved: number, text: string, happenings: Happening[]) {
  const ledger = [1_000_000, -reserved]
  let memory = begun
  let saved = begun
  let row: Progress | undefined
  let isAlive = true
  const end = (progress: Progress) => {
    // The row ends once, whoever comes first.
    if (row !== undefined) return
    row = progress
    ledger.push(settle(progress, { price, reserved, text }).returned)
  }
  const sweep = () => end(advance(saved, { error: 'model_cut' }))
  for (const one of happenings) {
    if ('isKilled' in one) isAlive = false
    else if (!isAlive) sweep()
    else if ('isBeat' in one) saved = memory
    else {
      memory = advance(memory, one)
      if (memory.state !== 'running') end(memory)
    }
  }
  sweep()
  return { ledger, row: row ?? begun }
}

describe('A run', () => {
  test('leaves the ledger right after any order of chunks, ends, stops and kills', () => {
    const run = fc.record({
      reserved: fc.nat(5_000),
      text: fc.string(),
      happenings: fc.array(happening, { maxLength: 30 }),
    })
    fc.assert(
      fc.property(run, ({ reserved, text, happenings }) => {
        const { ledger, row } = carry(reserved, text, happenings)
        const { credits, returned } = settle(row, { price, reserved, text })
        expect(ledger).toHaveLength(3)
        expect(ledger.reduce((sum, amount) => sum + amount)).toBe(1_000_000 - credits)
        expect(credits).toBeGreaterThanOrEqual(0)
        expect(returned).toBeGreaterThanOrEqual(0)
        expect(credits + returned).toBe(reserved)
        if (row.characters === 0) expect(credits).toBe(0)
        expect(row.state).not.toBe('running')
      }),
    )
  })

  test('ends once: whatever comes after that changes nothing', () => {
    const ends: RunEvent[] = [{ stop: 'end' }, { error: 'model_silent' }, { isStopped: true }]
    for (const end of ends) {
      const ended = advance(advance(begun, { text: 'x' }), end)
      for (const late of [...ends, { text: 'y' }, { usage: { output: 9 } }]) {
        expect(advance(ended, late)).toBe(ended)
      }
    }
  })

  test('costs what was counted, rounded up, when its answer is whole', () => {
    const usage = { input: 1_000, output: 1_001 }
    const run = [{ text: 'x' }, { usage }, { stop: 'end' } as const].reduce<Progress>(
      advance,
      begun,
    )
    const reserved = 100
    // 0.2 and 4.004 credits.
    expect(settle(run, { price, reserved, text: 'Hi' })).toEqual({ credits: 5, returned: 95 })
  })

  test('costs an estimate of what was sent and came, when it was stopped or not counted', () => {
    const text = 'x'.repeat(1_900)
    const came = advance(begun, { text: 'y'.repeat(3_000) })
    const reserved = 100
    for (const end of [{ isStopped: true }, { error: 'model_cut' }, { stop: 'end' }] as const) {
      // 1000 and 1000 tokens: 0.2 and 4 credits.
      expect(settle(advance(came, end), { price, reserved, text }).credits).toBe(5)
    }
  })

  test('costs nothing when nothing came, and never more than was set aside', () => {
    const counted = advance(begun, { usage: { input: 1e9, output: 1e9 } })
    const set = { price, reserved: 7, text: 'Hi' }
    expect(settle(advance(counted, { stop: 'end' }), set)).toEqual({ credits: 0, returned: 7 })
    const came = advance(counted, { text: 'x' })
    expect(settle(advance(came, { stop: 'end' }), set)).toEqual({ credits: 7, returned: 0 })
  })

  test('is estimated by the bytes of its text and the longest answer', () => {
    // 51 tokens and 1000.
    expect(mostCredits(price, 'é', 1_000)).toBe(Math.ceil(51 * 0.0002 + 4))
    expect(mostCredits({ creditsPerMillionInput: 0, creditsPerMillionOutput: 0 }, 'x', 9_999)).toBe(
      0,
    )
  })

  test('holds back half a character until the other half comes', () => {
    const first = '\uD83D'
    const second = '\uDE00'
    expect(toStorable('', `a\0${first}`)).toEqual({ text: 'a', heldBack: first })
    expect(toStorable(first, `${second}b`)).toEqual({ text: '😀b', heldBack: '' })
    expect(toStorable(first, 'c')).toEqual({ text: '\uFFFDc', heldBack: '' })
  })
})

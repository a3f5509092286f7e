import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateCredits } from '#contract/runs/estimate-credits.ts'
import {
  advance,
  initialProgress,
  isWorthSaving,
  maxCredits,
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
  fc.constant({ isAccepted: true as const }),
  fc.record({ thinking: fc.string() }),
  fc.record({ usage: fc.record({ input: count, output: count }, { requiredKeys: [] }) }),
  fc.constant({ isBeat: true as const }),
  fc.record({ stop: fc.constantFrom('end' as const, 'length' as const) }),
  fc.constant({ error: 'model_cut' as const }),
  fc.constant({ isStopped: true as const }),
  fc.constant({ isKilled: true as const }),
)

const anyPrice = fc.record({
  creditsPerMillionInput: fc.integer({ min: 0, max: 50_000 }),
  creditsPerMillionOutput: fc.integer({ min: 0, max: 50_000 }),
})

/** Arbitrary token counts of a run. */
const progress = fc.record({
  isAccepted: fc.boolean(),
  uncounted: count,
  input: fc.option(count),
  output: fc.option(count),
})

/** A run after the events, the first of which accepts it. */
function after(...events: RunEvent[]): Progress {
  return [{ isAccepted: true as const }, ...events].reduce<Progress>(advance, initialProgress)
}

/** The account's ledger and the row of a run, as its server and another server's sweep change them. */
function carry(reserved: number, text: string, happenings: Happening[]) {
  const ledger = [1_000_000, -reserved]
  let memory = initialProgress
  let saved = initialProgress
  let row: Progress | undefined
  let isAlive = true
  const end = (progress: Progress) => {
    // The row ends once, at the first of concurrent ends.
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
  return { ledger, row: row ?? initialProgress }
}

describe('A run', () => {
  test('leaves the ledger balanced after any order of chunks, ends, stops and kills', () => {
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
        if (!row.isAccepted) expect(credits).toBe(0)
        expect(row.state).not.toBe('running')
      }),
    )
  })

  test('ends once: later events change nothing', () => {
    const ends: RunEvent[] = [{ stop: 'end' }, { error: 'model_silent' }, { isStopped: true }]
    for (const end of ends) {
      const ended = advance(advance(initialProgress, { text: 'x' }), end)
      for (const late of [...ends, { text: 'y' }, { usage: { output: 9 } }]) {
        expect(advance(ended, late)).toBe(ended)
      }
    }
  })

  test('costs the counted tokens, rounded up', () => {
    const usage = { input: 1_000, output: 1_001 }
    const run = after({ text: 'x'.repeat(9) }, { usage }, { stop: 'end' })
    const reserved = 100
    // 0.2 and 4.004 credits.
    expect(settle(run, { price, reserved, text: 'Hi' })).toEqual({ credits: 5, returned: 95 })
  })

  test('costs a token per five characters of uncounted text', () => {
    const text = 'x'.repeat(5_004)
    const set = { price, reserved: 100, text }
    for (const end of [{ isStopped: true }, { error: 'model_cut' }, { stop: 'end' }] as const) {
      // 1000 and 999 tokens: 0.2 and 3.996 credits.
      expect(settle(after({ text: 'y'.repeat(4_999) }, end), set).credits).toBe(5)
      // 1000 and 1000 tokens that were counted, and 250 after that: 0.2 and 5 credits.
      const counted = after({ text: 'y'.repeat(9_999) }, { usage: { output: 1_000 } })
      const more = advance(advance(counted, { thinking: 'z'.repeat(1_250) }), end)
      expect(settle(more, set).credits).toBe(6)
    }
  })

  test('costs its input as soon as it is accepted, its thinking, and nothing if it is refused', () => {
    const set = { price, reserved: 1_000, text: 'x'.repeat(100_000) }
    expect(settle(after({ isStopped: true }), set).credits).toBe(4)
    expect(settle(after({ usage: { input: 100_000 } }, { isStopped: true }), set).credits).toBe(20)
    const thinking = after({ usage: { input: 0, output: 8_192 } }, { stop: 'length' })
    expect(settle(thinking, set).credits).toBe(33)
    const filtered = after({ usage: { input: 5_000 } }, { error: 'run_filtered' })
    expect(settle(filtered, set).credits).toBe(1)
    const refused = advance(initialProgress, { error: 'run_filtered' })
    expect(settle(refused, set)).toEqual({ credits: 0, returned: 1_000 })
  })

  test('never costs less than 0, nor more than was reserved', () => {
    fc.assert(
      fc.property(progress, anyPrice, fc.nat(5_000), fc.string(), (run, of, reserved, text) => {
        const { credits, returned } = settle(run, { price: of, reserved, text })
        expect(Math.min(credits, returned)).toBeGreaterThanOrEqual(0)
        expect(credits + returned).toBe(reserved)
      }),
    )
  })

  test('costs no less for more tokens', () => {
    fc.assert(
      fc.property(progress, anyPrice, fc.nat(99_999), fc.nat(99_999), (run, of, more, longer) => {
        const cost = (one: typeof run, characters: number) =>
          settle(one, { price: of, reserved: 1e9, text: 'x'.repeat(characters) }).credits
        const further = { ...run, uncounted: run.uncounted + more }
        expect(cost(further, 10)).toBeGreaterThanOrEqual(cost(run, 10))
        expect(cost(run, 10 + longer)).toBeGreaterThanOrEqual(cost(run, 10))
      }),
    )
  })

  test('costs no more if stopped than if complete, at any point and with any counts', () => {
    // A server that reports partial counts with some of its events, and the total with the last one.
    const piece = fc.record({
      tokens: fc.integer({ min: 1, max: 40 }),
      charactersOfToken: fc.integer({ min: 0, max: 5 }),
      isThinking: fc.boolean(),
      isCounted: fc.boolean(),
    })
    const answer = fc.record({
      pieces: fc.array(piece, { minLength: 1, maxLength: 40 }),
      // Tokens of the text: at most five characters each.
      text: fc.string({ maxLength: 5_000 }),
      template: fc.nat(20),
      inputFirst: fc.boolean(),
    })
    fc.assert(
      fc.property(answer, anyPrice, ({ pieces, text, template, inputFirst }, of) => {
        const input = Math.ceil(text.length / 5) + template
        const tokens = pieces.reduce((sum, one) => sum + one.tokens, 0)
        const reserved = maxCredits(of, text, tokens)
        const cost = (run: Progress) => settle(run, { price: of, reserved, text }).credits
        let run = after(...(inputFirst ? [{ usage: { input } }] : []))
        let output = 0
        const stopped = [cost(advance(run, { isStopped: true }))]
        for (const one of pieces) {
          const words = 'x'.repeat(one.tokens * one.charactersOfToken)
          run = advance(run, one.isThinking ? { thinking: words } : { text: words })
          output += one.tokens
          if (one.isCounted) run = advance(run, { usage: { output } })
          stopped.push(cost(advance(run, { isStopped: true })))
        }
        run = advance(advance(run, { usage: { input, output } }), { stop: 'end' })
        expect(Math.max(...stopped)).toBeLessThanOrEqual(cost(run))
      }),
    )
  })

  test('reserves a token for each byte of its text and the longest answer', () => {
    const creditOfToken = { creditsPerMillionInput: 1e6, creditsPerMillionOutput: 1e6 }
    expect(maxCredits(creditOfToken, 'aé€😀', 1_000)).toBe(1 + 2 + 3 + 4 + 50 + 1_000)
    const free = { creditsPerMillionInput: 0, creditsPerMillionOutput: 0 }
    expect(maxCredits(free, 'x', 9_999)).toBe(0)
  })

  test('reserves at least the estimated price', () => {
    const run = fc.tuple(anyPrice, fc.string(), fc.integer({ min: 1, max: 100_000 }))
    fc.assert(
      fc.property(run, ([of, text, maxOutput]) => {
        const told = estimateCredits({ ...of, maxOutput }, text.length)
        expect(told).toBeLessThanOrEqual(maxCredits(of, text, maxOutput))
      }),
    )
  })

  test('holds back half a character until the other half arrives', () => {
    const first = '\uD83D'
    const second = '\uDE00'
    expect(toStorable('', `a\0${first}`)).toEqual({ text: 'a', heldBack: first })
    expect(toStorable(first, `${second}b`)).toEqual({ text: '😀b', heldBack: '' })
    expect(toStorable(first, 'c')).toEqual({ text: '\uFFFDc', heldBack: '' })
  })

  test('saves a short answer whenever it grows, and a long one with few writes', () => {
    expect(isWorthSaving(64_000, 63_999)).toBe(true)
    expect(isWorthSaving(64_000, 64_000)).toBe(false)
    let saved = 64_000
    let written = 0
    for (let length = saved; length <= 2_000_000; length++) {
      if (isWorthSaving(length, saved)) written += saved = length
      if (length - saved > saved / 16) expect(length).toBe(saved)
    }
    expect(written).toBeLessThan(18 * 2_000_000)
  })
})

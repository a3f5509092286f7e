import { expect, test } from 'vitest'
import { isLong, writeJson } from '#server/http/write-json.ts'

test('A long list is written in pieces, as JSON.stringify writes it', async () => {
  const item = (at: number) => ({ id: `"${at}"\u2028`, inner: [at, null], left: undefined })
  for (const length of [251, 500, 501, 1_003]) {
    const answer = {
      status: 'success',
      first: Array.from({ length }, (_, at) => item(at)),
      none: undefined,
      empty: [],
      holes: Array.from({ length }, () => undefined),
      more: { hasMore: true },
    }
    expect(isLong(answer)).toBe(true)
    expect(String(await writeJson(answer))).toBe(JSON.stringify(answer))
  }
  expect([isLong({ list: Array.from({ length: 250 }) }), isLong('text'), isLong(null)]).toEqual([
    false,
    false,
    false,
  ])
})

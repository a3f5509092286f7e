import { setImmediate as nextTurn } from 'node:timers/promises'

/** Items that take about a millisecond to serialise. */
const itemsAtOnce = 250

/** Whether an answer has a list that is worth writing in pieces. */
export function isLong(answer: unknown): answer is object {
  return typeof answer === 'object' && answer !== null && Object.values(answer).some(isLongList)
}

/**
 * Serialises like `JSON.stringify`, but yields to other requests, which a list of 4 MB would block. Returns bytes: while
 * a long string waits to be sent, the next collection moves it to the old generation.
 */
export async function writeJson(answer: object): Promise<Buffer> {
  const pieces: Buffer[] = []
  const add = (text: string) => void pieces.push(Buffer.from(text))
  let before = '{'
  for (const [name, value] of Object.entries(answer) as [string, unknown][]) {
    if (isLongList(value)) {
      add(`${before}${JSON.stringify(name)}:[`)
      await addItems(value, add)
      add(']')
    } else {
      const text = JSON.stringify(value)
      if (text === undefined) continue
      add(`${before}${JSON.stringify(name)}:${text}`)
    }
    before = ','
  }
  add('}')
  return Buffer.concat(pieces)
}

async function addItems(items: readonly unknown[], add: (text: string) => void): Promise<void> {
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    const text = JSON.stringify(items.slice(from, from + itemsAtOnce)).slice(1, -1)
    add(from === 0 ? text : `,${text}`)
    await nextTurn()
  }
}

function isLongList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > itemsAtOnce
}

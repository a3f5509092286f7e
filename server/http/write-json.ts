import { setImmediate as nextTurn } from 'node:timers/promises'

/** Items that take about a millisecond to serialise. */
const itemsAtOnce = 250

/** Whether an answer has a list that is worth writing in pieces. */
export function isLong(answer: unknown): answer is object {
  return typeof answer === 'object' && answer !== null && Object.values(answer).some(isLongList)
}

/** Serialises like `JSON.stringify`, but yields to other requests, which a list of 4 MB would block. */
export async function writeJson(answer: object): Promise<string> {
  const fields: string[] = []
  for (const [name, value] of Object.entries(answer) as [string, unknown][]) {
    const written = isLongList(value) ? `[${await writeItems(value)}]` : JSON.stringify(value)
    if (written !== undefined) fields.push(`${JSON.stringify(name)}:${written}`)
  }
  return `{${fields.join(',')}}`
}

async function writeItems(items: readonly unknown[]): Promise<string> {
  const pieces: string[] = []
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    pieces.push(JSON.stringify(items.slice(from, from + itemsAtOnce)).slice(1, -1))
    await nextTurn()
  }
  return pieces.join(',')
}

function isLongList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > itemsAtOnce
}

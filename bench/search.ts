// How long a search through a library of 10,000 prompts takes, over HTTP, on both databases.
import { startPostgres } from '#tests/support/postgres-server.ts'
import { openLibrary, quantile, realPrompts, type Library } from './library.ts'

const size = 10_000
const tries = 200

const queries = {
  'rare word': 'xylophonist',
  'common word': 'prompt',
  'three letters': 'ing',
  phrase: 'i want you to act as',
  'not there': 'qzxjqzxj',
}

const postgres = await startPostgres()
for (const [database, environment] of Object.entries({
  SQLite: {},
  PostgreSQL: { DATABASE_URL: postgres.url },
})) {
  const library = await openLibrary(environment)
  await fill(library)
  console.log(`\n${database}: search in ${size} prompts, ${tries} tries each, milliseconds`)
  for (const [name, query] of Object.entries(queries)) {
    const times = await measure(library, query)
    const median = quantile(times, 0.5).toFixed(1)
    console.log(`${name.padEnd(14)} median ${median}  p99 ${quantile(times, 0.99).toFixed(1)}`)
  }
  await library.close()
}
await postgres.stop()

/** Real texts of up to some 4 kB, each with a word of its own place, one of them with the rare word. */
async function fill(library: Library): Promise<void> {
  const prompts = (await realPrompts()).filter(({ prompt }) => prompt.length < 4000)
  const makeOne = async (at: number) => {
    const { name, prompt } = prompts[at % prompts.length] ?? { name: '', prompt: '' }
    const rare = at === size / 2 ? ' xylophonist' : ''
    await library.post('prompts/create', {
      name: `${name} ${at}`,
      prompt: `${prompt}\n\nVariant ${at}.${rare}`,
      color: 'FFD166',
    })
  }
  for (let at = 0; at < size; at += 8) {
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((next) => makeOne(at + next)))
  }
}

async function measure(library: Library, query: string): Promise<number[]> {
  const url = `${library.url}/api/prompts/search?search=${encodeURIComponent(query)}`
  const times: number[] = []
  for (let attempt = 0; attempt < tries; attempt++) {
    const start = performance.now()
    const response = await fetch(url, { headers: { cookie: library.cookie } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${query}: ${response.status}`)
    times.push(performance.now() - start)
  }
  return times
}

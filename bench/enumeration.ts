// Whether the timing of an answer reveals that an account exists: sign-ins with a wrong password, and requests for
// a reset link, alternately for a known and an unknown address. Throttles are on as in production, so each address
// is tried once, from a network address of its own.
import { startPostgres } from '#tests/support/postgres-server.ts'
import { openLibrary, quantile } from './data/library.ts'

const tries = 200
const warmUps = 20
const attempts = Array.from({ length: warmUps + tries }, (_, at) => at)
const password = 'a bench of oak'

let asked = 0
const postgres = await startPostgres()
for (const [database, environment] of Object.entries({
  SQLite: {},
  PostgreSQL: { DATABASE_URL: postgres.url },
})) {
  const { url, close } = await openLibrary({
    RATE_LIMITS: 'on',
    TRUST_PROXY: 'on',
    LOG_LEVEL: 'warn',
    ...environment,
  })
  for (const at of attempts) {
    await post(`${url}/api/register`, { email: existing(at), password, cpassword: password })
  }
  console.log(`\n${database}: does timing reveal whether an account exists? ${tries} tries each`)
  await measure(`${url}/api/login`, { password: 'not the password' })
  await measure(`${url}/api/fp/send`, {})
  await close()
}
await postgres.stop()

async function measure(url: string, input: object): Promise<void> {
  const times = { existing: [] as number[], missing: [] as number[] }
  for (const at of attempts) {
    const ask = async (kind: keyof typeof times) => {
      const email = kind === 'existing' ? existing(at) : missing(at)
      const start = performance.now()
      await post(url, { email, ...input })
      if (at >= warmUps) times[kind].push(performance.now() - start)
    }
    // In random order.
    const isFirst = Math.random() < 0.5
    await ask(isFirst ? 'existing' : 'missing')
    await ask(isFirst ? 'missing' : 'existing')
  }
  const [known, unknown] = [quantile(times.existing, 0.5), quantile(times.missing, 0.5)]
  const gap = (Math.abs(known - unknown) / Math.min(known, unknown)) * 100
  console.log(
    `${new URL(url).pathname.padEnd(13)} existing ${known.toFixed(2)} ms  missing ${unknown.toFixed(2)} ms  gap ${gap.toFixed(1)} %`,
  )
}

async function post(url: string, input: object): Promise<void> {
  asked++
  const from = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(input),
  })
  await response.arrayBuffer()
  if (response.status === 429) throw new Error(`${url}: throttled`)
}

function existing(at: number): string {
  return `existing-${at}@example.com`
}

function missing(at: number): string {
  return `missing-${at}@example.com`
}

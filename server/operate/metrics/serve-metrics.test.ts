import { expect, onTestFinished, test } from 'vitest'
import { writeFamilies } from '#server/operate/metrics/metrics.rules.ts'
import { findFreePort, startAndFail, startServer } from '#tests/support/server-process.ts'

/** A line of the text format that is not a comment: name, labels, value. */
const sample = /^([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\})? (\S+)$/

async function readMetrics(port: string): Promise<Map<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = (await answer.text()).trimEnd().split('\n')
  const names = new Set<string>()
  const samples = lines
    .filter((line) => !line.startsWith('# '))
    .map((line) => {
      const [, name = '', labels = '', value] = sample.exec(line) ?? []
      expect(Number(value), line).not.toBeNaN()
      names.add(name.replace(/_(?:bucket|sum|count)$/, ''))
      return [labels === '' ? name : `${name}{${labels}}`, Number(value)] as const
    })
  expect(new Set(samples.map(([key]) => key)).size).toBe(samples.length)
  for (const name of names)
    expect(lines.some((line) => line.startsWith(`# TYPE ${name} `))).toBe(true)
  return new Map(samples)
}

test('Metrics count requests by route, without paths, and show the state of the server', async () => {
  const METRICS_PORT = String(await findFreePort())
  const server = await startServer({ METRICS_PORT })
  onTestFinished(async () => void (await server.stop()))
  await fetch(`${server.origin}/api/prompts/search?search=secret-word`)
  await fetch(`${server.origin}/shared/no-such-prompt`)
  const metrics = await readMetrics(METRICS_PORT)
  const route = 'method="GET",route="/api/prompts/search"'
  expect(metrics.get(`promptshelf_http_requests_total{${route},status="401"}`)).toBe(1)
  expect(metrics.get(`promptshelf_http_request_duration_seconds_count{${route}}`)).toBe(1)
  expect(metrics.get(`promptshelf_http_request_duration_seconds_bucket{${route},le="+Inf"}`)).toBe(
    1,
  )
  expect([...metrics.keys()].join('\n')).not.toMatch(/secret-word|no-such-prompt/)
  expect(metrics.get('promptshelf_database_up')).toBe(1)
  expect(metrics.get('promptshelf_mails_waiting')).toBe(0)
  expect(metrics.get('promptshelf_database_bytes')).toBeGreaterThan(0)
  expect(metrics.get('promptshelf_disk_free_bytes')).toBeGreaterThan(0)
  expect((await fetch(`${server.origin}/metrics`)).headers.get('content-type')).not.toContain(
    '0.0.4',
  )
})

test('A port for metrics that is already used prevents the start with a one-line error', async () => {
  const server = await startServer()
  onTestFinished(async () => void (await server.stop()))
  const { complaint } = await startAndFail({
    DATA_DIR: server.directory,
    METRICS_PORT: new URL(server.origin).port,
  })
  const port = new URL(server.origin).port
  expect(complaint).toBe(
    `Promptshelf cannot start: METRICS_PORT ${port} is taken by another program.\n`,
  )
})

test('Metrics escape what their format does not allow in labels', () => {
  const labels = { route: 'a"b\\c\nd' }
  const text = writeFamilies([
    { name: 'some_total', type: 'counter', help: 'Some.', samples: [{ labels, value: 1 }] },
  ])
  expect(text).toBe(
    '# HELP some_total Some.\n# TYPE some_total counter\nsome_total{route="a\\"b\\\\c\\nd"} 1\n',
  )
})

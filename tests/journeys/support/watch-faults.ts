import type { BrowserContext } from '@playwright/test'

type Status = number | 'unreachable'
type Expected = { path: string | RegExp; status: Status; isMet: boolean }

export type FaultWatch = {
  watch: (context: BrowserContext) => void
  /** Says that the next answers of an address fail, as the test wants them to. */
  expectFailure: (path: string | RegExp, status: Status) => void
  /** Says that errors in the console that contain a text are part of the test. */
  expectConsole: (text: string) => void
  /** Says that the browser goes to another host in this test. */
  expectHost: (origin: string) => void
  found: () => string[]
}

/**
 * Collects what no visitor should ever cause: errors and warnings in the console (a breach of the
 * content security policy is one), uncaught errors, failed requests, requests to another host.
 */
export function watchFaults(origin: string): FaultWatch {
  const faults: string[] = []
  const expected: Expected[] = []
  const expectedTexts: string[] = []
  const hosts = [origin]

  const isExpected = (url: string, status: Status | 'any') => {
    const path = url.replace(origin, '').replace(/[?#].*/, '')
    const match = expected.find(
      (one) =>
        (one.path instanceof RegExp ? one.path.test(path) : one.path === path) &&
        (status === 'any' || one.status === status),
    )
    if (match) match.isMet = true
    return match !== undefined
  }

  return {
    watch(context) {
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        // The browser's own line on an answer of 400 and above, which is judged below.
        if (message.text().startsWith('Failed to load resource')) {
          if (isExpected(message.location().url, 'any')) return
        }
        if (expectedTexts.some((text) => message.text().includes(text))) return
        faults.push(`console ${message.type()}: ${message.text()}`)
      })
      context.on('weberror', (error) => {
        const text = String(error.error())
        if (!expectedTexts.some((one) => text.includes(one))) faults.push(`uncaught: ${text}`)
      })
      context.on('request', (request) => {
        const url = request.url()
        const isExpectedHost = hosts.some((host) => url.startsWith(`${host}/`))
        if (!isExpectedHost && !/^(?:data|blob):/.test(url)) {
          faults.push(`request to another host: ${url}`)
        }
      })
      context.on('response', (response) => {
        if (response.status() < 400 || isExpected(response.url(), response.status())) return
        faults.push(`${response.status()} of ${response.url()}`)
      })
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText
        // The page itself gave up: a newer search, or another page.
        if (reason === 'net::ERR_ABORTED' || isExpected(request.url(), 'unreachable')) return
        faults.push(`${reason} of ${request.url()}`)
      })
    },
    expectFailure: (path, status) => expected.push({ path, status, isMet: false }),
    expectConsole: (text) => expectedTexts.push(text),
    expectHost: (host) => hosts.push(host),
    found: () => [
      ...faults,
      ...expected.filter((one) => !one.isMet).map((one) => `no ${one.status} of ${one.path}`),
    ],
  }
}

import type { BrowserContext } from '@playwright/test'

type Status = number | 'unreachable'
type Expected = { path: string | RegExp; status: Status; isMet: boolean }

export type FaultWatch = {
  watch: (context: BrowserContext) => void
  /** Expects the next responses of a path to fail with a status. */
  expectFailure: (path: string | RegExp, status: Status) => void
  /** Expects console errors that contain a text. */
  expectConsole: (text: string) => void
  /** Expects requests to another host. */
  expectHost: (origin: string) => void
  found: () => string[]
}

/** `playwright.config.ts` blocks them. */
const blockedWorker = 'Service Worker registration blocked by Playwright'

/**
 * Collects faults that no visitor should cause: errors and warnings in the console, including breaches of the
 * content security policy, uncaught errors, failed requests, and requests to another host.
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
        // The browser reports each response of 400 and above; those are judged below.
        if (message.text().startsWith('Failed to load resource')) {
          if (isExpected(message.location().url, 'any')) return
        }
        if (message.text().includes(blockedWorker)) return
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
        // The page itself aborted the request for a newer search or another page.
        // A page whose worker is blocked looks whether the server has removed it.
        if (request.url() === `${origin}/sw.js`) return
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

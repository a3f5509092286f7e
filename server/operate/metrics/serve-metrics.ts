import { once } from 'node:events'
import { createServer } from 'node:http'
import { ConfigError } from '#server/config/config.ts'
import { toListenFault } from '#server/core/listen-fault.ts'
import type { Services } from '#server/core/services.ts'
import { contentType, writeFamilies } from '#server/operate/metrics/metrics.rules.ts'
import { readGauges, watchEventLoop } from '#server/operate/metrics/read-gauges.ts'
import type { AnsweredRequest } from '#server/http/request-log.ts'
import { RequestCounts } from '#server/operate/metrics/request-counts.ts'

/**
 * Serves metrics to Prometheus at METRICS_HOST:METRICS_PORT until the process ends, separately from the product's
 * address, so that no proxy exposes them by mistake. Returns a function that counts answered requests.
 *
 * @throws ConfigError if the address cannot be used
 */
export async function serveMetrics(
  services: Pick<Services, 'config' | 'db' | 'log' | 'now'>,
): Promise<(request: AnsweredRequest) => void> {
  const { metricsHost, metricsPort } = services.config
  const counts = new RequestCounts()
  const delays = watchEventLoop()
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    readGauges(services, delays)
      .then((gauges) => {
        const text = writeFamilies([...counts.toFamilies(), ...gauges])
        response.writeHead(200, { 'content-type': contentType }).end(text)
      })
      .catch((error: unknown) => {
        services.log.error({ err: error }, 'The metrics cannot be read')
        response.writeHead(500).end()
      })
  })
  server.listen(metricsPort, metricsHost)
  try {
    await once(server, 'listening')
  } catch (error) {
    const address = { port: metricsPort ?? 0, host: metricsHost }
    const fault = toListenFault(error, address, 'METRICS_')
    throw fault === undefined ? error : new ConfigError(fault)
  }
  return (request) => counts.add(request)
}

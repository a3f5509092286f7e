import { once } from 'node:events'
import { createServer } from 'node:https'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** A certificate for this machine, trusted only by tests. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGUFLWREJdNXgnhJg
dZqj5BP4pHxLo8zF0OLkBzeErAahRANCAARi33An8GrxxoQtQu0UDvINWflug1kv
wVQQlmZBEmuHNdSwGWNFiwVa3KYjAeu+amiR53LfmYKeKTb+Q+kljdMf
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUYuuMHwxFUcB/mS2JKunBgWWpqW8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE2NTIxM1oYDzIxMjYxMDMw
MTY1MjEzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARi33An8GrxxoQtQu0UDvINWflug1kvwVQQlmZBEmuHNdSwGWNFiwVa
3KYjAeu+amiR53LfmYKeKTb+Q+kljdMfo28wbTAdBgNVHQ4EFgQU4goJOtrbfilz
+qzwjANK3IFqGs4wHwYDVR0jBBgwFoAU4goJOtrbfilz+qzwjANK3IFqGs4wGgYD
VR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZI
zj0EAwIDSAAwRQIgSiesBsfiLs+UtgOFBjpC1C0V0lSpgCYoXLr4PctT1hICIQCk
x+Ku4dAflkFr1dNQc9Y9afo/IHUd9fzy+mjOtTRclw==
-----END CERTIFICATE-----`

type Answer = object | ((response: ServerResponse) => void)

export type DescriptionServer = {
  /** An address below the server, which is the id of a client. */
  url: (path: string) => string
  /** The responses, by path. Objects are sent as JSON. */
  answers: Map<string, Answer>
  /** The requested paths. */
  visits: string[]
  stop: () => void
}

/** The site of an app's vendor, via https on this machine, with the app's description. */
export async function startDescriptionServer(): Promise<DescriptionServer> {
  setDefaultCACertificates([...getCACertificates(), cert])
  const answers = new Map<string, Answer>()
  const visits: string[] = []
  const server = createServer({ key, cert }, ({ url = '' }, response) => {
    visits.push(url)
    const answer = answers.get(url)
    if (typeof answer === 'function') answer(response)
    else if (answer === undefined) response.writeHead(404).end()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: (path) => `https://localhost:${port}${path}`,
    answers,
    visits,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

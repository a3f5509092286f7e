// Grades the headers with the scanner of MDN's HTTP Observatory; fails below A+. Fetched on demand at an exact version
// rather than as a dependency, since it brings a DOM implementation and a database client.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pathToFileURL } from 'node:url'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { findFreePort, startServer } from '#tests/support/server-process.ts'

type Verdict = { constructor: { name: string }; result: string; pass: boolean }
type Observatory = {
  retrieve: (host: string, ports: { httpPort: number; httpsPort: number }) => Promise<unknown>
  ALL_TESTS: ((retrieved: unknown) => Verdict)[]
  getScoreModifier: (result: string) => number
  getGradeForScore: (score: number) => { score: number; grade: string }
}

const version = '1.4.8'
const directory = makeScratchDirectory('observatory')
const certificate = join(directory, 'certificate.pem')
const key = join(directory, 'key.pem')
const about = `-subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${certificate}`
execFileSync('openssl', `req -x509 -newkey rsa:2048 -nodes -days 1 ${about}`.split(' '), {
  stdio: 'ignore',
})

// A proxy as in production: TLS, and a redirect from http.
const httpsPort = await findFreePort()
const server = await startServer({ BASE_URL: `https://localhost:${httpsPort}`, RATE_LIMITS: 'on' })
const tls = { key: readFileSync(key), cert: readFileSync(certificate) }
setDefaultCACertificates([...getCACertificates(), tls.cert.toString()])
const secure = https.createServer(tls, (request, response) => {
  const { method = 'GET', url, headers } = request
  const forwarded = http.request(`${server.origin}${url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  request.pipe(forwarded)
})
const plain = http.createServer((request, response) => {
  response.writeHead(301, { location: `https://localhost:${httpsPort}${request.url}` }).end()
})
await new Promise<void>((resolve) => secure.listen(httpsPort, resolve))
await new Promise<void>((resolve) => plain.listen(0, resolve))

const { retrieve, ALL_TESTS, getScoreModifier, getGradeForScore } = await fetchObservatory()
const { port: httpPort } = plain.address() as AddressInfo
const retrieved = await retrieve('localhost', { httpPort, httpsPort })
let score = 100
for (const judge of ALL_TESTS) {
  const { constructor, result } = judge(retrieved)
  score += getScoreModifier(result)
  console.log(`${constructor.name.padEnd(32)} ${result}`)
}
const { grade } = getGradeForScore(score)
console.log(`HTTP Observatory ${version}: ${grade}, ${score} of 100`)

secure.closeAllConnections()
secure.close()
plain.closeAllConnections()
plain.close()
await server.stop()
rmSync(directory, { recursive: true })
process.exit(grade === 'A+' ? 0 : 1)

async function fetchObservatory(): Promise<Observatory> {
  const home = join(import.meta.dirname, '../../node_modules/.cache/observatory')
  const source = join(home, 'node_modules/@mdn/mdn-http-observatory/src')
  if (!existsSync(source)) {
    const name = `@mdn/mdn-http-observatory@${version}`
    const how = ['--prefix', home, '--ignore-scripts', '--omit=optional', '--no-save', '--no-audit']
    execFileSync('npm', ['install', ...how, name], { stdio: 'ignore' })
    // The HSTS preload list, which does not contain localhost.
    writeFileSync(join(source, '../conf/hsts-preload.json'), '{}')
  }
  const load = (file: string) =>
    import(pathToFileURL(join(source, file)).href) as Promise<Observatory>
  const { retrieve } = await load('retriever/retriever.js')
  const { ALL_TESTS } = await load('constants.js')
  const { getScoreModifier, getGradeForScore } = await load('grader/grader.js')
  return { retrieve, ALL_TESTS, getScoreModifier, getGradeForScore }
}

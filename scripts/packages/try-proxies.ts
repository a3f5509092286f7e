import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setDefaultCACertificates } from 'node:tls'
import { calls } from '#contract/calls.ts'
import { serverArguments } from '#scripts/serve.mjs'
import { startModelServer } from '#tests/support/servers/model-server.ts'
import { writeModelsFile } from '#tests/support/servers/models-file.ts'
import {
  exerciseServer,
  runProgram,
  signIn,
  startProgram,
  waitForServer,
  type Used,
} from './exercise-server.ts'

const inputs = join(import.meta.dirname, '../../packaging')
const publicName = 'prompts.example.com'
const backend = '127.0.0.1:3300'

/**
 * Tries the shipped configurations of Caddy and nginx with https and an endless response, and the documented ones for
 * single sign-on in front.
 */
export async function tryProxies(scratch: string): Promise<string[]> {
  const certificate = makeCertificate(scratch)
  const guide = readFileSync(join(inputs, '../docs/operate/proxies.md'), 'utf8')
  const documented = (language: string) =>
    new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)?.[1] ?? ''
  const caddyfile = readFileSync(join(inputs, 'Caddyfile'), 'utf8')
  const site = readFileSync(join(inputs, 'nginx.conf'), 'utf8')
  const guarded = site.replace(/ {2}location \/ \{[^}]*\}\n/, () => documented('nginx'))
  const gate = await startGate()
  for (const [name, port, command, isGuarded] of [
    ['caddy', 3443, setUpCaddy(scratch, certificate, caddyfile), false],
    ['nginx', 3543, setUpNginx(scratch, certificate, site), false],
    ['caddy-guarded', 3443, setUpCaddy(scratch, certificate, documented('caddy')), true],
    ['nginx-guarded', 3543, setUpNginx(scratch, certificate, guarded), true],
  ] as const) {
    const origin = `https://localhost:${port}`
    const model = await startModelServer()
    const models = writeModelsFile(model)
    const server = startProgram([process.execPath, ...serverArguments], {
      cwd: scratch,
      env: {
        PORT: backend.split(':')[1],
        BASE_URL: origin,
        TRUST_PROXY: 'on',
        DATA_DIR: join(scratch, name),
        MODELS_FILE: models.file,
      },
    })
    await waitForServer(`http://${backend}`)
    const proxy = startProgram(command())
    await waitForServer(origin)
    if (isGuarded) await tryGate(origin)
    else await followRun(origin, await exerciseServer(origin))
    await proxy.stop()
    await server.stop()
    await model.close()
    models.remove()
  }
  gate.close()
  return ['Caddy and nginx stream responses, and protect everything that must not be public']
}

/** A replacement for oauth2-proxy that knows no users. */
async function startGate(): Promise<Server> {
  const gate = createServer(({ url }, response) => {
    response.writeHead(url?.startsWith('/oauth2/sign_in') ? 200 : 401).end('The gate')
  })
  await once(gate.listen(4180, '127.0.0.1'), 'listening')
  return gate
}

/** Fails if an unknown visitor can access more or less than documented. */
async function tryGate(origin: string): Promise<void> {
  const ask = async (path: string, headers = {}) => {
    const answer = await fetch(origin + path, { headers, redirect: 'manual' })
    return { status: answer.status, isGate: answer.headers.get('location')?.includes('/oauth2/') }
  }
  const html = { accept: 'text/html' }
  for (const path of ['/', '/login', '/prompts', '/api/plans', '/mcp2', '/api/health/x']) {
    assert.deepEqual(await ask(path, html), { status: 302, isGate: true }, path)
  }
  const open: Record<string, number> = {
    '/api/health': 200,
    '/icon.svg': 200,
    '/robots.txt': 200,
    '/page/imprint': 200,
    '/api/page/imprint': 200,
    '/api/login-checker': 200,
    '/preview-en.png': 200,
    '/mcp': 405,
    '/.well-known/nothing': 404,
    '/prompt/shared/01a1fc2c-43c7-7eda-9052-213b5df26ec4': 404,
    '/api/prompts/shared?promptId=01a1fc2c-43c7-7eda-9052-213b5df26ec4': 404,
    '/api/payment/stripe': 404,
  }
  for (const [path, status] of Object.entries(open)) {
    assert.deepEqual(await ask(path, html), { status, isGate: undefined }, path)
  }
  const program = { authorization: 'Bearer pshelf_pat_unknown' }
  assert.deepEqual(await ask('/api/prompts/list', program), { status: 401, isGate: undefined })
}

/** Follows an endless response, and fails if nothing of it arrives while it is written. */
async function followRun(origin: string, { promptId }: Used): Promise<void> {
  const user = await signIn(origin)
  const run = { attempt: '0'.repeat(32), promptId, values: [], text: 'Hello', model: 'endless' }
  const { runId } = await user.call(calls.startRun, run)
  const { body } = await fetch(`${origin}/api/runs/follow?runId=${runId}`, {
    headers: { cookie: user.cookie() },
    signal: AbortSignal.timeout(10_000),
  })
  let pieces = 0
  for await (const _ of body ?? []) {
    if (++pieces === 10) break
  }
  await user.call(calls.stopRun, { runId })
}

type Certificate = { file: string; key: string }

/** A certificate for localhost that this process trusts. */
function makeCertificate(scratch: string): Certificate {
  const [file, key] = [join(scratch, 'certificate.pem'), join(scratch, 'key.pem')]
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost'.split(' ')
  const names = ['-addext', 'subjectAltName=DNS:localhost']
  runProgram(['openssl', ...request, ...names, '-keyout', key, '-out', file])
  setDefaultCACertificates([readFileSync(file, 'utf8')])
  return { file, key }
}

function setUpCaddy(scratch: string, { file, key }: Certificate, shipped: string) {
  return () => {
    const config = join(scratch, 'Caddyfile')
    const local = shipped
      .replace(`${publicName} {`, `localhost:3443 {\n\ttls ${file} ${key}`)
      .replace('127.0.0.1:3000', backend)
    const options = `{\n\tadmin off\n\thttp_port 3080\n\tstorage file_system ${scratch}\n}\n`
    writeFileSync(config, options + local)
    return ['caddy', 'run', '--config', config, '--adapter', 'caddyfile']
  }
}

function setUpNginx(scratch: string, { file, key }: Certificate, shipped: string) {
  return () => {
    const config = join(scratch, 'nginx.conf')
    const local = shipped
      .replaceAll(publicName, 'localhost')
      .replaceAll(/\S*fullchain\.pem/g, file)
      .replaceAll(/\S*privkey\.pem/g, key)
      .replaceAll(/(?<=listen (?:\[::\]:)?)443/g, '3543')
      .replaceAll(/(?<=listen (?:\[::\]:)?)80;/g, '3080;')
      .replace('127.0.0.1:3000', backend)
    const around = `pid ${scratch}/nginx.pid;\nerror_log stderr;\nevents {}\n`
    writeFileSync(config, `${around}http {\naccess_log off;\n${local}}\n`)
    return ['nginx', '-c', config, '-g', 'daemon off;']
  }
}

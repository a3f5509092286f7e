import { readFileSync, writeFileSync } from 'node:fs'
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
const site = 'prompts.example.com'
const backend = '127.0.0.1:3300'

/** Tries the shipped configurations of Caddy and nginx: with https, and an answer of a model that comes in pieces. */
export async function tryProxies(scratch: string): Promise<string[]> {
  const certificate = makeCertificate(scratch)
  const found: string[] = []
  for (const { name, port, command } of [
    setUpCaddy(scratch, certificate),
    setUpNginx(scratch, certificate),
  ]) {
    const origin = `https://localhost:${port}`
    const model = await startModelServer()
    const models = writeModelsFile(model)
    const data = join(scratch, `data-${name}`)
    const server = startProgram([process.execPath, ...serverArguments], {
      cwd: scratch,
      env: {
        PORT: backend.split(':')[1],
        BASE_URL: origin,
        TRUST_PROXY: 'on',
        DATA_DIR: data,
        MODELS_FILE: models.file,
      },
    })
    const proxy = startProgram(command)
    await waitForServer(origin)
    await followRun(origin, await exerciseServer(origin))
    found.push(`${name} passes an answer on as it is written`)
    await proxy.stop()
    await server.stop()
    await model.close()
    models.remove()
  }
  return found
}

/** Follows an answer that has no end, and fails if nothing of it arrives while it is written. */
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

function setUpCaddy(scratch: string, { file, key }: Certificate) {
  const port = 3443
  const config = join(scratch, 'Caddyfile')
  const shipped = readFileSync(join(inputs, 'Caddyfile'), 'utf8')
    .replace(`${site} {`, `localhost:${port} {\n\ttls ${file} ${key}`)
    .replace('127.0.0.1:3000', backend)
  writeFileSync(
    config,
    `{\n\tadmin off\n\thttp_port 3080\n\tstorage file_system ${scratch}\n}\n${shipped}`,
  )
  const command = ['caddy', 'run', '--config', config, '--adapter', 'caddyfile']
  return { name: 'Caddy', port, command }
}

function setUpNginx(scratch: string, { file, key }: Certificate) {
  const port = 3543
  const config = join(scratch, 'nginx.conf')
  const shipped = readFileSync(join(inputs, 'nginx.conf'), 'utf8')
    .replaceAll(site, 'localhost')
    .replaceAll(/\S*fullchain\.pem/g, file)
    .replaceAll(/\S*privkey\.pem/g, key)
    .replaceAll(/(listen (?:\[::\]:)?)443/g, `$1${port}`)
    .replaceAll(/(listen (?:\[::\]:)?)80;/g, (_, listen) => `${listen}3080;`)
    .replace('127.0.0.1:3000', backend)
  writeFileSync(
    config,
    `pid ${scratch}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${shipped}}\n`,
  )
  return { name: 'nginx', port, command: ['nginx', '-c', config, '-g', 'daemon off;'] }
}

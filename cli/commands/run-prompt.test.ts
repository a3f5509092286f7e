import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'
import { startModelServer, type ModelServer } from '#tests/support/servers/model-server.ts'
import { writeModelsFile } from '#tests/support/servers/models-file.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let models: ModelServer
let removeFile: () => void
let line: CommandLine
let promptId = ''

beforeAll(async () => {
  models = await startModelServer()
  const { file, remove } = writeModelsFile(models)
  removeFile = remove
  line = await startCommandLine({ MODELS_FILE: file })
  const color = '4ECDC4'
  const review = { name: 'Review', shortName: 'review', prompt: 'Review in a {tone} tone: {code}' }
  promptId = (await line.call(calls.createPrompt, { ...review, color })).id
  const hostile = { name: 'Hostile', shortName: 'hostile', prompt: 'A\u001B]52;c;aGk=\u0007B' }
  await line.call(calls.createPrompt, { ...hostile, color })
})
afterAll(async () => {
  await line.stop()
  await models.close()
  removeFile()
})

const lastRun = async () => (await line.call(calls.listRuns, { promptId })).runs[0]

describe('Without a balance', () => {
  it('credits are not mentioned', async () => {
    const { file, remove } = writeModelsFile(models)
    const free = await startCommandLine({ MODELS_FILE: file, PLANS: 'off' })
    onTestFinished(async () => {
      await free.stop()
      remove()
    })
    const poem = { name: 'Poem', shortName: 'poem', prompt: 'A poem', color: '4ECDC4' }
    await free.call(calls.createPrompt, poem)
    const { shown } = await free.terminal('promptshelf run poem -m echo').end()
    expect(shown).toMatch(/\nModel echo\s+\[ended/)
    const { out } = await free.run(['run', 'poem', '--json'])
    expect(JSON.parse(out)).toMatchObject({ state: 'done', left: null })
    const { out: listed } = await free.run(['run', '--models'])
    expect(listed).toMatch(/^\*\techo\tModel echo\t$/m)
    expect(listed).not.toContain('credits')
  })
})

describe('A run of a prompt', () => {
  it('is printed to a pipe, with the model that was used last', async () => {
    const { code, out, err } = await line.run(['run', 'review', 'tone=warm', '-m', 'echo'], {
      input: 'a\n',
    })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('Review in a warm tone: a')
    expect(out).toMatch(/[^\n]\n$/)
    expect(await lastRun()).toMatchObject({ state: 'done', model: 'echo' })
    const { out: json } = await line.run(['run', 'review', 'code=x', 'tone=y', '--json'])
    expect(JSON.parse(json)).toMatchObject({ model: 'echo', state: 'done', credits: 1 })
    expect((await line.run(['run', '--models'])).out).toMatch(/^\*\techo\tModel echo\tcredits: /m)
  })

  it('arrives piece by piece on a terminal, without controlling it', async () => {
    const terminal = line.terminal('promptshelf run hostile -m echo')
    const { code, shown } = await terminal.end()
    expect(code).toBe(0)
    expect(shown).toContain('Asking Model echo…')
    expect(shown).toContain('A␛]52;c;aGk=␇B')
    expect(shown).toMatch(/Model echo · Credits: \d+, left: \d+\./)
    expect((await line.run(['run', 'hostile'])).out).toContain('A\u001B]52;c;aGk=\u0007B')
  })

  it('is stopped on the server by Ctrl+C, and its cost is shown', async () => {
    const terminal = line.terminal('promptshelf run review tone=x code=y -m endless')
    await terminal.sees(/Asking Model endless…\s+\S/)
    terminal.type('\u0003')
    const { code, shown } = await terminal.end()
    expect(code).toBe(130)
    expect(shown).toMatch(/Stopped\. Credits: \d+, left: \d+\./)
    expect(await lastRun()).toMatchObject({ state: 'stopped', model: 'endless' })
  })

  it('is stopped by Ctrl+C before its first word, and by a closed pipe', async () => {
    const terminal = line.terminal('promptshelf run review tone=x code=y -m silent')
    await terminal.sees('Asking Model silent…')
    await waitFor(async () => expect(await lastRun()).toMatchObject({ model: 'silent' }))
    terminal.type('\u0003')
    expect((await terminal.end()).shown).toContain('Stopped.')
    expect(await lastRun()).toMatchObject({ state: 'stopped', model: 'silent' })
    const piped = 'set -o pipefail; promptshelf run review tone=x code=y -m endless | head -c 1'
    expect(await line.bash(piped)).toMatchObject({ code: 0, err: '' })
    expect(await lastRun()).toMatchObject({ state: 'stopped', model: 'endless' })
  })

  it('continues after a broken connection, and loses no letter', async () => {
    const { port } = new URL(line.server.origin)
    let broken = 0
    const proxy = createServer((socket) => {
      const upstream = connect(Number(port), '127.0.0.1')
      socket.pipe(upstream).pipe(socket)
      for (const each of [socket, upstream]) each.on('error', () => each.destroy())
      upstream.on('data', (bytes) => {
        const isAnswer = broken < 2 && bytes.toString().includes('{"text"')
        if (!isAnswer) return
        broken++
        socket.destroy()
      })
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void proxy.close())
    await once(proxy, 'listening')
    const { port: own } = proxy.address() as AddressInfo
    const env = { PROMPTSHELF_URL: `http://127.0.0.1:${own}`, PROMPTSHELF_TOKEN: line.token }
    const args = ['run', 'review', 'tone=x', 'code=y', '-m', 'slow']
    const { code, out, err } = await line.run(args, { env })
    expect({ code, err, broken }).toEqual({ code: 0, err: '', broken: 2 })
    const { run } = await line.call(calls.getRun, { runId: (await lastRun())?.id ?? '' })
    expect(out).toBe(`${run.answer}\n`)
  })

  it('fails if its answer cannot be written, and continues on the server', async () => {
    for (const json of ['', ' --json']) {
      const full = await line.bash(
        `promptshelf run review tone=x code=y -m echo${json} > /dev/full`,
      )
      expect(full.code).toBe(1)
      expect(full.err).toContain('The answer could not be written: the disk is full.')
      if (json === '') expect(full.err).toContain('It is kept with the prompt.')
      await waitFor(async () => expect(await lastRun()).toMatchObject({ state: 'done' }))
    }
  })

  it('reports in a sentence why a model did not answer', async () => {
    const failed = await line.run(['run', 'review', 'tone=x', 'code=y', '-m', 'failing'])
    expect(failed).toMatchObject({ code: 1, out: '' })
    expect(failed.err).toMatch(/^[A-Z][^\n]+\.\n$/)
    const unknown = await line.run(['run', 'review', '-m', 'none'])
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('echo, slow') })
    // Each needs more than the account has left.
    await line.run(['run', 'review', 'tone=x', 'code=y', '-m', 'long-openai'])
    const long = 'x'.repeat(100_000)
    const poor = await line.run(['run', 'review', 'tone=x', '-m', 'echo'], { input: long })
    expect(poor).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/credits[^\n]+\n$/) })
    const token = await line.makeToken(['library:read'])
    const env = { PROMPTSHELF_URL: line.server.origin, PROMPTSHELF_TOKEN: token }
    expect((await line.run(['run', 'review'], { env })).err).toContain('Permission missing')
  })
})

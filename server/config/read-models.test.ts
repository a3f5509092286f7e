import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { readConfig } from '#server/config/config.ts'
import { readModels } from '#server/config/read-models.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const directory = makeScratchDirectory('models')
afterAll(() => rmSync(directory, { recursive: true }))
const file = join(directory, 'models.json')
const example = fileURLToPath(new URL('models.example.json', import.meta.url))
const keys = { OPENAI_API_KEY: 'sk-of-the-operator', ANTHROPIC_API_KEY: 'sk-ant-of-the-operator' }

const model = {
  id: 'fast',
  name: 'Fast',
  dialect: 'openai',
  baseUrl: 'http://127.0.0.1:11434/v1/',
  model: 'llama',
  creditsPerMillionInput: 0,
  creditsPerMillionOutput: 2.5,
  maxOutput: 100,
}

describe('The models of the operator', () => {
  const [database] = databases
  if (database === undefined) throw new Error('There is no database.')
  const it = libraryTest(database, { MODELS_FILE: example, ...keys })

  it('are listed with their prices, but without addresses and keys', async ({ app }) => {
    const ada = await app.signUp()
    const answer = await ada.call(calls.listModels, {})
    expect(answer.models.map(({ id }) => id)).toEqual(['fast', 'thorough', 'local'])
    expect(answer.models[0]).toEqual({
      id: 'fast',
      name: 'GPT mini',
      creditsPerMillionInput: 50,
      creditsPerMillionOutput: 400,
      maxOutput: 8192,
    })
    expect(answer.hasBalance).toBe(true)
    expect(JSON.stringify(answer)).not.toMatch(/operator|https?:|API_KEY/)
  })

  test('are none by default', async () => {
    expect(await readModels(readConfig({}), {})).toEqual([])
  })

  test('may have their keys in files', async () => {
    const key = join(directory, 'key')
    writeFileSync(key, 'sk-of-the-operator\n')
    const [read] = await readOne({ keyVariable: 'FAST_KEY' }, { FAST_KEY_FILE: key })
    expect(read?.key).toBe('sk-of-the-operator')
    const both = { FAST_KEY: 'sk', FAST_KEY_FILE: key }
    await expect(readOne({ keyVariable: 'FAST_KEY' }, both)).rejects.toThrow(/both set/)
  })

  test('need no key if their server needs none', async () => {
    const [read] = await readOne({})
    expect(read).toEqual({ ...model, baseUrl: 'http://127.0.0.1:11434/v1', key: '' })
  })

  test.each([
    ['a price below zero', { creditsPerMillionOutput: -1 }, /creditsPerMillionOutput is -1; it/],
    ['a price that is none', { creditsPerMillionInput: '5' }, /a number of credits, 0 or more\.$/],
    ['no price', { creditsPerMillionInput: undefined }, /creditsPerMillionInput is not set/],
    ['another dialect', { dialect: 'latin' }, /models\.0\.dialect is "latin"; it may be openai, /],
    ['no address', { baseUrl: 'ollama' }, /baseUrl is "ollama"; it may be an http:\/\/ or/],
    ['no room for an answer', { maxOutput: 0 }, /maxOutput is 0; it may be a number of tokens/],
    ['half a token', { maxOutput: 1.5 }, /maxOutput is 1\.5; it may be a number of tokens/],
    ['a key that is missing', { keyVariable: 'NO_KEY' }, /"fast" needs the variable NO_KEY, which/],
    ['a key of two lines', { keyVariable: 'BAD_KEY' }, /"fast" needs the variable BAD_KEY, which/],
  ])('stop the start with one line for %s', async (_, change, message) => {
    const reading = readOne(change)
    await expect(reading).rejects.toThrow(message)
    await expect(reading).rejects.not.toThrow(/\n|of-the-operator/)
  })

  test('have ids that differ', async () => {
    await expect(readAll([model, model])).rejects.toThrow(
      /it may be a list of models with unique ids/,
    )
  })
})

function readOne(change: object, environment?: NodeJS.ProcessEnv) {
  return readAll([{ ...model, ...change }], environment)
}

function readAll(
  models: object[],
  environment: NodeJS.ProcessEnv = { BAD_KEY: 'of-the-operator\nx' },
) {
  writeFileSync(file, JSON.stringify({ models }))
  return readModels(readConfig({ MODELS_FILE: file }), environment)
}

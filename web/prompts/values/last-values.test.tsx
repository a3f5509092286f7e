import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  copyIsErased,
  eraseAccountStorage,
  setStorageOwner,
  valueDatabase,
} from '#web/api/account-storage.ts'
import { databaseOf } from '#web/api/database.ts'
import type * as lastValues from './last-values.ts'
import {
  forgetLastValues,
  keepLastValues,
  keepsLastValues,
  readLastValues,
  renameLastValues,
  switchLastValues,
} from './last-values.ts'

const topic = (value: string) => new Map([['topic', value]])
const open = databaseOf(valueDatabase, 'promptId')
let documents = 0

/** The module as a new document would load it, with the stored values. */
async function nextDocument() {
  const path = `./last-values.ts?document=${documents++}`
  const module = (await import(/* @vite-ignore */ path)) as typeof lastValues
  await module.followLastValues()
  return module
}

beforeEach(() => setStorageOwner('ada'))
afterEach(async () => {
  vi.unstubAllGlobals()
  switchLastValues(true)
  eraseAccountStorage()
  await copyIsErased()
})

test('The values last copied with a prompt are returned byte for byte', () => {
  keepLastValues('poem', topic('rain'))
  keepLastValues('ode', topic('wine'))
  const latest = new Map([
    ['topic', ' the sea\n{topic} “ß”\0\uD800'],
    ['tone', ''],
  ])
  keepLastValues('poem', latest)
  expect(readLastValues('poem')).toEqual(latest)
  expect(readLastValues('ode')).toEqual(topic('wine'))
  expect(readLastValues('hymn')).toBeUndefined()
})

test('The next document has the values, with their names, in the same order', async () => {
  keepLastValues('poem', topic('rain'))
  keepLastValues('ode', topic('wine'))
  await vi.waitFor(async () => {
    const { readLastValues, listLastValues } = await nextDocument()
    expect(readLastValues('ode')).toEqual(topic('wine'))
    expect(listLastValues().map(({ promptId }) => promptId)).toEqual(['ode', 'poem'])
  })
  forgetLastValues('ode')
  renameLastValues('poem', [{ from: 'topic', to: 'subject' }])
  await vi.waitFor(async () => {
    const { readLastValues } = await nextDocument()
    expect(readLastValues('poem')).toEqual(new Map([['subject', 'rain']]))
    expect(readLastValues('ode')).toBeUndefined()
  })
})

test('A copy without values keeps the values of the previous copy', () => {
  keepLastValues('poem', topic('rain'))
  keepLastValues('poem', topic(''))
  keepLastValues('poem', new Map())
  expect(readLastValues('poem')).toEqual(topic('rain'))
})

test('Above 200 prompts, the least recently copied ones are dropped', () => {
  for (let count = 0; count < 200; count++) keepLastValues(`prompt ${count}`, topic('rain'))
  keepLastValues('prompt 0', topic('sun'))
  keepLastValues('one more', topic('rain'))
  expect(readLastValues('prompt 1')).toBeUndefined()
  for (const kept of ['prompt 0', 'prompt 2', 'one more'])
    expect(readLastValues(kept)).toBeDefined()
})

test('Long values drop older ones, too, and values that are too long are not kept', () => {
  const long = topic('x'.repeat(49_000))
  for (let count = 0; count < 30; count++) keepLastValues(`prompt ${count}`, long)
  expect(readLastValues('prompt 0')).toBeUndefined()
  expect(readLastValues('prompt 29')).toEqual(long)
  expect(keepLastValues('prompt 29', topic('x'.repeat(50_000)))).toBe(false)
  expect(readLastValues('prompt 29')).toEqual(long)
  expect(readLastValues('prompt 28')).toEqual(long)
})

test('Values follow renamed variables', () => {
  keepLastValues('poem', topic('rain'))
  keepLastValues('ode', topic('wine'))
  renameLastValues('poem', [{ from: 'topic', to: 'subject' }])
  expect(readLastValues('poem')).toEqual(new Map([['subject', 'rain']]))
  expect(readLastValues('ode')).toEqual(topic('wine'))
})

test('Logging out erases all values, and a page that is still open no longer stores any', async () => {
  keepLastValues('poem', topic('rain'))
  eraseAccountStorage()
  keepLastValues('poem', topic('rain'))
  await copyIsErased()
  expect(await indexedDB.databases()).toEqual([])
  setStorageOwner('ada')
  expect((await nextDocument()).readLastValues('poem')).toBeUndefined()
})

test('The values of an account are erased when another one logs in', () => {
  keepLastValues('poem', topic('rain'))
  setStorageOwner('ada')
  expect(readLastValues('poem')).toEqual(topic('rain'))
  setStorageOwner('bob')
  expect(readLastValues('poem')).toBeUndefined()
  setStorageOwner('ada')
  expect(readLastValues('poem')).toBeUndefined()
})

test('Switching off erases the values, and none are stored after logging in again either', () => {
  expect(keepsLastValues()).toBe(true)
  keepLastValues('poem', topic('rain'))
  switchLastValues(false)
  expect(keepsLastValues()).toBe(false)
  expect(readLastValues('poem')).toBeUndefined()
  eraseAccountStorage()
  setStorageOwner('ada')
  keepLastValues('poem', topic('rain'))
  expect(readLastValues('poem')).toBeUndefined()
  switchLastValues(true)
  keepLastValues('poem', topic('rain'))
  expect(readLastValues('poem')).toEqual(topic('rain'))
})

test.each([
  {},
  { values: { topic: 'rain' }, accountId: 'ada', no: 1 },
  { values: [{ name: 'topic', value: 1 }], accountId: 'ada', no: 1 },
  { values: [{ name: 'topic', value: 'rain' }], accountId: 'bob', no: 1 },
])('The stored row %o is not read', async (row) => {
  keepLastValues('ode', topic('wine'))
  await vi.waitFor(() => open((db) => db.put(valueDatabase, { ...row, promptId: 'poem' })))
  const { readLastValues, keepLastValues: keep } = await nextDocument()
  expect(readLastValues('poem')).toBeUndefined()
  expect(readLastValues('ode')).toEqual(topic('wine'))
  keep('poem', topic('rain'))
  expect(readLastValues('poem')).toEqual(topic('rain'))
})

test('Values of earlier releases are moved from the local storage', async () => {
  const values = [{ name: 'topic', value: 'rain' }]
  localStorage.setItem('last-values', JSON.stringify([{ promptId: 'poem', values }]))
  expect((await nextDocument()).readLastValues('poem')).toEqual(topic('rain'))
  expect(localStorage.getItem('last-values')).toBeNull()
  expect((await nextDocument()).readLastValues('poem')).toEqual(topic('rain'))
})

test.each([
  'nonsense',
  '{}',
  'null',
  '[{"promptId":"poem"}]',
  '[{"promptId":"poem","values":{"topic":"rain"}}]',
  '[{"promptId":"poem","values":[{"name":"topic","value":1}]}]',
  '1e999',
])('A local storage that contains %s counts as empty', async (text) => {
  localStorage.setItem('last-values', text)
  expect((await nextDocument()).listLastValues()).toEqual([])
  expect(localStorage.getItem('last-values')).toBeNull()
})

test('Without a database, values last as long as the page, and cause no error', async () => {
  vi.stubGlobal('indexedDB', undefined)
  keepLastValues('poem', topic('rain'))
  expect(readLastValues('poem')).toEqual(topic('rain'))
  expect((await nextDocument()).readLastValues('poem')).toBeUndefined()
})

test('A blocked storage stores no values, and causes no error', async () => {
  vi.stubGlobal(
    'localStorage',
    new Proxy({} as Storage, {
      get() {
        throw new DOMException('Blocked', 'SecurityError')
      },
    }),
  )
  setStorageOwner('ada')
  keepLastValues('poem', topic('rain'))
  switchLastValues(false)
  switchLastValues(true)
  eraseAccountStorage()
  expect((await nextDocument()).readLastValues('poem')).toBeUndefined()
  expect(readLastValues('poem')).toBeUndefined()
  expect(keepsLastValues()).toBe(false)
})

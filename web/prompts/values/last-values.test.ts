import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eraseAccountStorage, setStorageOwner } from '#web/api/account-storage.ts'
import {
  keepLastValues,
  keepsLastValues,
  readLastValues,
  renameLastValues,
  switchLastValues,
} from './last-values.ts'

/** A browser's storage with a capacity in characters. */
function storageFor(room = Infinity) {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('Full', 'QuotaExceededError')
      items.set(key, value)
    },
    get length() {
      return items.size
    },
  }
}

const topic = (value: string) => new Map([['topic', value]])

beforeEach(() => {
  vi.stubGlobal('localStorage', storageFor())
  setStorageOwner('ada')
})
afterEach(() => void vi.unstubAllGlobals())

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

test('Logging out erases all values, and a page that is still open no longer stores any', () => {
  keepLastValues('poem', topic('rain'))
  eraseAccountStorage()
  expect(localStorage).toHaveLength(0)
  keepLastValues('poem', topic('rain'))
  expect(localStorage).toHaveLength(0)
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
  'nonsense',
  '{}',
  'null',
  '[{"promptId":"poem"}]',
  '[{"promptId":"poem","values":{"topic":"rain"}}]',
  '[{"promptId":"poem","values":[{"name":"topic","value":1}]}]',
  '1e999',
])('A storage that contains %s counts as empty', (text) => {
  localStorage.setItem('last-values', text)
  expect(readLastValues('poem')).toBeUndefined()
  keepLastValues('poem', topic('rain'))
  expect(readLastValues('poem')).toEqual(topic('rain'))
})

test('A full storage stores no values, and causes no error', () => {
  vi.stubGlobal('localStorage', storageFor(20))
  setStorageOwner('ada')
  keepLastValues('poem', topic('rain'))
  expect(readLastValues('poem')).toBeUndefined()
})

test('A blocked storage stores no values, and causes no error', () => {
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
  expect(readLastValues('poem')).toBeUndefined()
  expect(keepsLastValues()).toBe(false)
})

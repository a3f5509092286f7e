import type { ImportEntry } from '#contract/transfer/import.ts'
import { importCache, storeForAccount, readForAccount } from '#web/api/account-storage.ts'
import * as z from 'zod/mini'

/** An import that this browser started, stored until it has ended. */
const StoredImport = z.object({
  attempt: z.string(),
  /** The name of the imported file. */
  name: z.string(),
  /** Number of entries. `prompts` counts the prompts among them. */
  total: z.number(),
  prompts: z.number(),
  /** The index of the first entry of each batch, and the number of prompts before it. */
  batches: z.array(z.object({ from: z.number(), prompts: z.number() })),
  /** The folder imported into. */
  folderId: z.nullable(z.string()),
  newFolder: z.nullable(z.string()),
})
export type StoredImport = z.output<typeof StoredImport>

/** The unsent batches of an import. They outlive the page if the browser has Cache Storage. */
export type Batches = {
  put: (from: number, entries: readonly ImportEntry[]) => Promise<void>
  read: (from: number) => Promise<ImportEntry[] | undefined>
  remove: (from: number) => Promise<void>
}

export function openBatches(attempt: string): Batches {
  const inMemory = new Map<number, string>()
  const urlOf = (from: number) => `/imports/${attempt}/${from}`
  return {
    put: async (from, entries) => {
      const text = JSON.stringify(entries)
      try {
        await (await caches.open(importCache)).put(urlOf(from), new Response(text))
      } catch {
        // Without a secure connection or free storage, the batch lasts as long as the page.
        inMemory.set(from, text)
      }
    },
    read: async (from) => {
      const text = inMemory.get(from) ?? (await readCached(urlOf(from)))
      return text === undefined ? undefined : (JSON.parse(text) as ImportEntry[])
    },
    remove: async (from) => {
      inMemory.delete(from)
      await withCache((cache) => cache.delete(urlOf(from)))
    },
  }
}

export function readStoredImport(): StoredImport | undefined {
  try {
    return z.safeParse(StoredImport, JSON.parse(readForAccount('import') ?? 'null')).data
  } catch {
    return undefined
  }
}

export function storeImport(stored: StoredImport): void {
  storeForAccount('import', JSON.stringify(stored))
}

/** Erases a stored import, unless another page has started one since. */
export async function eraseStoredImport(attempt: string): Promise<void> {
  if (readStoredImport()?.attempt === attempt) storeForAccount('import', '')
  await withCache(async (cache) => {
    for (const request of await cache.keys()) {
      if (request.url.includes(attempt)) await cache.delete(request)
    }
  })
}

function readCached(url: string): Promise<string | undefined> {
  return withCache(async (cache) => (await cache.match(url))?.text())
}

async function withCache<Result>(act: (cache: Cache) => Promise<Result>) {
  try {
    return await act(await caches.open(importCache))
  } catch {
    return undefined
  }
}

import type { ImportEntry } from '#contract/transfer/import.ts'
import { importCache, storeForAccount, readForAccount } from '#web/api/account-storage.ts'
import * as z from 'zod/mini'

/** An import that this browser has begun, kept until it has come to its end. */
const KeptImport = z.object({
  attempt: z.string(),
  /** Of the file. */
  name: z.string(),
  /** All entries, and the prompts among them. */
  total: z.number(),
  prompts: z.number(),
  /** Where each batch begins, and how many prompts come before it. */
  batches: z.array(z.object({ from: z.number(), prompts: z.number() })),
  /** Where to look for what was made. */
  folderId: z.nullable(z.string()),
  newFolder: z.nullable(z.string()),
})
export type KeptImport = z.output<typeof KeptImport>

/** What of an import has not been sent yet: where the browser allows it, it outlives the page. */
export type Batches = {
  put: (from: number, entries: readonly ImportEntry[]) => Promise<void>
  take: (from: number) => Promise<ImportEntry[] | undefined>
  remove: (from: number) => Promise<void>
}

export function openBatches(attempt: string): Batches {
  const inMemory = new Map<number, string>()
  const addressOf = (from: number) => `/imports/${attempt}/${from}`
  return {
    put: async (from, entries) => {
      const text = JSON.stringify(entries)
      try {
        await (await caches.open(importCache)).put(addressOf(from), new Response(text))
      } catch {
        // No secure connection, or no room: it ends with the page.
        inMemory.set(from, text)
      }
    },
    take: async (from) => {
      const text = inMemory.get(from) ?? (await readCached(addressOf(from)))
      return text === undefined ? undefined : (JSON.parse(text) as ImportEntry[])
    },
    remove: async (from) => {
      inMemory.delete(from)
      await withCache((cache) => cache.delete(addressOf(from)))
    },
  }
}

export function readKeptImport(): KeptImport | undefined {
  try {
    return z.safeParse(KeptImport, JSON.parse(readForAccount('import') ?? 'null')).data
  } catch {
    return undefined
  }
}

export function keepImport(kept: KeptImport): void {
  storeForAccount('import', JSON.stringify(kept))
}

/** Erases what is kept of an import. Another page may have one of its own under way. */
export async function eraseKeptImport(attempt: string): Promise<void> {
  if (readKeptImport()?.attempt === attempt) storeForAccount('import', '')
  await withCache(async (cache) => {
    for (const request of await cache.keys()) {
      if (request.url.includes(attempt)) await cache.delete(request)
    }
  })
}

function readCached(address: string): Promise<string | undefined> {
  return withCache(async (cache) => (await cache.match(address))?.text())
}

async function withCache<Result>(act: (cache: Cache) => Promise<Result>) {
  try {
    return await act(await caches.open(importCache))
  } catch {
    return undefined
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import type { Client } from '#contract/core/client.ts'
import { promptCalls, type Prompt } from '#contract/library/prompts.ts'
import { exportCalls, type ListedFolder, type ListedPrompt } from '#contract/transfer/export.ts'
import { CallError, mostPages, mostRows } from '#cli/server/make-client.ts'

/** Attempts for one call that the server refuses temporarily. */
const mostTries = 200
/** Retry delays of one call, in milliseconds. */
const longestWaitMs = 600_000
/** Above this share of all prompts, reading pages of all is faster. */
const largeShare = 1 / 20
const fewPrompts = 5

/** A client that waits if the server asks for it: the limit is 600 calls per minute. */
export function patient(client: Client): Client {
  return async <C extends Call>(call: C, input: InputOf<C>): Promise<AnswerOf<C>> => {
    let waitedMs = 0
    for (let tries = 1; ; tries++) {
      try {
        return await client(call, input)
      } catch (error) {
        const isBusy = error instanceof CallError && [429, 503].includes(error.status)
        if (!isBusy || tries >= mostTries || (error.status === 503 && tries > 3)) throw error
        const pauseMs = 1000 * Math.min(Math.max(error.failure?.retryAfter ?? 1, 0), 60)
        if ((waitedMs += pauseMs) > longestWaitMs) throw error
        await wait(pauseMs)
      }
    }
  }
}

export type Listing = { folders: ListedFolder[]; prompts: ListedPrompt[] }

/** Lists the folders and prompts of the library, or of a folder. */
export async function listLibrary(
  client: Client,
  folderId: string | null,
  whole: '0' | '1' = '0',
): Promise<Listing> {
  const scope = { whole, ...(folderId !== null && { folderId }) }
  for (let tries = 1; ; tries++) {
    try {
      const { folders, prompts, hasMore: more } = await client(exportCalls.listLibrary, scope)
      let hasMore = more
      let pages = 1
      while (hasMore) {
        const last = prompts.at(-1)
        if (last === undefined) break
        if (++pages > mostPages || prompts.length > mostRows) throw new CallError(200, undefined)
        const page = await client(exportCalls.listLibrary, { ...scope, after: last.id })
        for (const prompt of page.prompts) prompts.push(prompt)
        // A page without prompts would be requested again.
        hasMore = page.hasMore === true && page.prompts.length > 0
      }
      return { folders, prompts }
    } catch (error) {
      // The last prompt of a page may be deleted before the next page is requested.
      const isGone = isFailure(error, 'not_found') && tries < 3
      if (!isGone) throw error
    }
  }
}

/** Reads whole prompts, by their ids, of `all`. Those that have been deleted in the meantime are missing. */
export async function fetchPrompts(
  client: Client,
  { folderId, ids, all }: { folderId: string | null; ids: readonly string[]; all: number },
): Promise<Map<string, Prompt>> {
  const found = new Map<string, Prompt>()
  if (ids.length > Math.max(fewPrompts, all * largeShare)) {
    const wanted = new Set(ids)
    for (const { id, whole } of (await listLibrary(client, folderId, '1')).prompts) {
      if (whole !== undefined && wanted.has(id)) found.set(id, whole)
    }
    return found
  }
  for (const promptId of ids) {
    const prompt = await fetchPrompt(client, promptId)
    if (prompt !== undefined) found.set(promptId, prompt)
  }
  return found
}

/** Undefined if there is none, or none that the token can access. */
export async function fetchPrompt(client: Client, promptId: string): Promise<Prompt | undefined> {
  try {
    return (await client(promptCalls.getPrompt, { promptId })).prompt
  } catch (error) {
    if (isFailure(error, 'not_found') || isFailure(error, 'outside_folder')) return undefined
    throw error
  }
}

/** Whether a prompt has changed since then, in the parts that its file contains. */
export function stampOf({
  updatedAt,
  color,
  shortName,
}: Pick<ListedPrompt, 'updatedAt' | 'color' | 'shortName'>): string {
  return [updatedAt, color, shortName ?? ''].join(' ')
}

export function isFailure(error: unknown, code: string): error is CallError {
  return error instanceof CallError && error.failure?.code === code
}

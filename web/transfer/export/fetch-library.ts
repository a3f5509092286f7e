import * as z from 'zod/mini'
import { Failure } from '#contract/core/schemas.ts'
import { toRequest } from '#contract/core/client.ts'
import { exportCalls } from '#contract/transfer/export.ts'
import { ApiError } from '#web/api/api-error.ts'
import { leaveForLogin } from '#web/api/draft.ts'

/** The prompts and folders to export. Two empty lists mean the whole library. */
export type Exported = { promptIds: readonly string[]; folderIds: readonly string[] }

export function isWhole({ promptIds, folderIds }: Exported): boolean {
  return promptIds.length + folderIds.length === 0
}

type Options = {
  signal: AbortSignal
  /** Called with the number of prompts received so far. */
  onProgress: (prompts: number) => void
}

/** Above this size, browsers move Blobs out of the page's memory. */
const pieceBytes = 8_000_000

/** Fetches a library, or a part of it, in our own JSON, which has one prompt per line. */
export async function fetchLibrary(what: Exported, { signal, onProgress }: Options): Promise<Blob> {
  const { path, ...request } = isWhole(what)
    ? toRequest(exportCalls.exportLibrary, {})
    : toRequest(exportCalls.exportSelection, what)
  const response = await fetch(path, { ...request, signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new ApiError(0)
  })
  if (response.status === 401) return leaveForLogin()
  if (!response.ok || !response.body) {
    const failure = z.safeParse(Failure, await response.json().catch(() => undefined)).data
    throw new ApiError(response.status, failure)
  }
  const countPrompts = promptCounter()
  const pieces: Blob[] = []
  let chunks: BlobPart[] = []
  let bytes = 0
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw signal.aborted ? error : new ApiError(0)
    })
    if (done) break
    chunks.push(value)
    bytes += value.length
    if (bytes > pieceBytes) {
      pieces.push(new Blob(chunks))
      chunks = []
      bytes = 0
    }
    onProgress(countPrompts(value))
  }
  return new Blob([...pieces, ...chunks], { type: 'application/json' })
}

const lineEnd = 0x0a

/** Counts prompts as the lines after the start of the `prompts` list. */
function promptCounter(): (chunk: Uint8Array) => number {
  const decoder = new TextDecoder()
  let before: string | undefined = ''
  let prompts = 0
  return (chunk) => {
    if (before === undefined) {
      for (const byte of chunk) if (byte === lineEnd) prompts++
      return prompts
    }
    before += decoder.decode(chunk, { stream: true })
    const begin = before.indexOf('\n  "prompts": [')
    if (begin >= 0) {
      prompts = before.slice(begin + 1).split('\n').length - 1
      before = undefined
    }
    return prompts
  }
}

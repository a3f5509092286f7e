import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { toRequest } from '#contract/core/client.ts'
import { exportCalls } from '#contract/transfer/export.ts'
import { CommandError, type Command } from '#cli/define-command.ts'
import { findFolder } from '#cli/prompts/find-folder.ts'
import { CallError, failureOf, sendTo, UnreachableError } from '#cli/server/make-client.ts'
import { fillText } from '#cli/texts.ts'

/** The whole library of an account has up to 2 GB. */
const longestSilenceMs = 60_000

export const exportLibrary: Command = {
  name: 'export',
  operands: { least: 0, most: 1 },
  takes: ['file'],
  options: { folder: { hasValue: true, takes: 'folder' } },
  async run(context, { operands: [file], text }) {
    const { texts, connect, write } = context
    const { client, server } = connect()
    const folderId = await findFolder(client, text('folder') ?? '', texts)
    const { path, ...request } = toRequest(exportCalls.exportLibrary, {
      ...(folderId !== undefined && { folderId }),
    })
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), longestSilenceMs)
    try {
      const response = await sendTo(server, path, { ...request, signal: silence.signal })
      if (!response.ok || response.body === null) {
        const failure = failureOf(await response.json().catch(() => undefined))
        throw new CallError(response.status, failure)
      }
      const body = countBytes(response.body, () => timer.refresh())
      if (file === undefined || file === '-') {
        // As text, so that nothing in it controls a terminal.
        const decoder = new TextDecoder()
        for await (const chunk of body.chunks) {
          await write(process.stdout.isTTY ? decoder.decode(chunk, { stream: true }) : chunk)
        }
        return undefined
      }
      await writeWhole(file, body.chunks).catch((error: NodeJS.ErrnoException) => {
        if (error instanceof UnreachableError) throw error
        const reason = error.code ?? error.message
        throw new CommandError(fillText(texts.export.notWritten, { file, reason }), {
          cause: error,
        })
      })
      const bytes = body.count()
      const size = new Intl.NumberFormat(context.locale).format(bytes)
      return {
        text: `${fillText(texts.export.done, { file, bytes: size })}\n`,
        json: { file, bytes },
      }
    } finally {
      clearTimeout(timer)
    }
  },
}

function countBytes(stream: ReadableStream<Uint8Array>, onChunk: () => void) {
  let bytes = 0
  return { chunks: chunksOf(), count: () => bytes }
  async function* chunksOf(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of stream) {
        onChunk()
        bytes += chunk.length
        yield chunk
      }
    } catch (error) {
      throw new UnreachableError((error as Error).message, { cause: error })
    }
  }
}

/** Replaces a file, as a whole or not at all. */
async function writeWhole(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const draft = `${file}.${process.pid}.part`
  const stream = createWriteStream(draft, { flags: 'wx' })
  const failed = once(stream, 'error').then(([error]) => {
    throw error as Error
  })
  failed.catch(() => {})
  try {
    for await (const chunk of chunks) {
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), failed])
    }
    stream.end()
    await Promise.race([once(stream, 'close'), failed])
    renameSync(draft, file)
  } finally {
    stream.destroy()
    rmSync(draft, { force: true })
  }
}

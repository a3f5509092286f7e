import { createWriteStream, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { exportCalls } from '#contract/transfer/export.ts'
import { reasonOf } from '#cli/server/describe-error.ts'
import { CommandError, type Command } from '#cli/core/define-command.ts'
import { findFolder } from '#cli/prompts/find-folder.ts'
import { CallError, UnreachableError } from '#cli/server/make-client.ts'
import { leastExportRate, readChunks } from '#cli/server/read-chunks.ts'
import { fillText } from '#cli/core/texts.ts'

/** The beginning of all our exports. */
const beginning = /^\s*\{\s*"format"/

export const exportLibrary: Command = {
  name: 'export',
  operands: { least: 0, most: 1 },
  takes: ['file'],
  options: { folder: { hasValue: true, takes: 'folder' } },
  async run(context, { operands: [file], text }) {
    const { texts, connect, write } = context
    const { client, server } = connect()
    const folderId = await findFolder(client, text('folder') ?? '', texts)
    const input = { ...(folderId !== undefined && { folderId }) }
    const chunks = checked(readChunks(server, exportCalls.exportLibrary, input, leastExportRate))
    if (file === undefined || file === '-') {
      // As text, so that nothing in it can control a terminal.
      const decoder = new TextDecoder()
      for await (const chunk of chunks) {
        await write(process.stdout.isTTY ? decoder.decode(chunk, { stream: true }) : chunk)
      }
      return undefined
    }
    const bytes = await writeWhole(file, chunks).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof UnreachableError || error instanceof CallError) throw error
      const reason = reasonOf(error, texts)
      const message = fillText(texts.export.notWritten, { file, reason })
      throw new CommandError(message, { cause: error })
    })
    const size = new Intl.NumberFormat(context.locale).format(bytes)
    return {
      text: `${fillText(texts.export.done, { file, bytes: size })}\n`,
      json: { file, bytes },
    }
  },
}

/** @throws CallError if the chunks are not the beginning of an export, such as a page of a proxy */
async function* checked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isChecked = false
  for await (const chunk of chunks) {
    if (!isChecked && !beginning.test(Buffer.from(chunk.subarray(0, 100)).toString())) break
    isChecked = true
    yield chunk
  }
  if (!isChecked) throw new CallError(200, undefined)
}

/** Replaces a file, or the target of a link, atomically. Returns its size in bytes. */
async function writeWhole(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const found = statSync(path, { throwIfNoEntry: false })
  // Devices and pipes are written to; replacing them would remove them.
  const isReplaced = found === undefined || found.isFile()
  const file = found?.isFile() ? realpathSync(path) : path
  const draft = isReplaced ? `${file}.${process.pid}.part` : file
  // Immediately, so that Ctrl+C finds the file to remove.
  const stream = createWriteStream(draft, { fd: openSync(draft, isReplaced ? 'wx' : 'w') })
  const remove = () => isReplaced && rmSync(draft, { force: true })
  const interrupted = () => {
    remove()
    process.exit(130)
  }
  process.on('SIGINT', interrupted)
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
    if (isReplaced) renameSync(draft, file)
    return stream.bytesWritten
  } finally {
    process.off('SIGINT', interrupted)
    stream.destroy()
    remove()
  }
}

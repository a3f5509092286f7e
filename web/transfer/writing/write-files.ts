import { askWorker, type WorkOptions } from '#web/transfer/workers/ask-worker.ts'

/** Converts a library from our own JSON to a ZIP of Markdown files, in a worker. */
export function writeMarkdownFiles(json: Blob, options: WorkOptions = {}): Promise<Blob> {
  const worker = new Worker(new URL('./write-worker.ts', import.meta.url), { type: 'module' })
  return askWorker(worker, json, options) as Promise<Blob>
}

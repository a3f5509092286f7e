import { askWorker, type WorkOptions } from '#web/transfer/workers/ask-worker.ts'
import type { WriteRequest, Written } from './write-worker.ts'

/** Converts a library from our own JSON to a ZIP of Markdown files or of skills, in a worker. */
export function writeFiles(request: WriteRequest, options: WorkOptions = {}): Promise<Written> {
  const worker = new Worker(new URL('./write-worker.ts', import.meta.url), { type: 'module' })
  return askWorker(worker, request, options) as Promise<Written>
}

import type { ReadOptions, RunningRead, Source } from './reading.ts'

/** Reads prompts from files of any format we know, in a thread of its own. */
export function readFiles(_sources: readonly Source[], _options: ReadOptions): RunningRead {
  throw new Error('Not there yet')
}

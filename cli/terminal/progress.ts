import { cutToColumns } from '#cli/terminal/show-text.ts'

/** A line on stderr that is updated in place; not shown without a terminal. */
export type Progress = {
  /** @param line without texts of users */
  show: (line: string) => void
  /** Removes the line, before other output or at the end. */
  clear: () => void
}

/** More frequent updates do not help the reader. In milliseconds. */
const pauseMs = 100

export function startProgress({ TERM }: NodeJS.ProcessEnv): Progress {
  const { stderr } = process
  if (!stderr.isTTY || TERM === 'dumb') return { show: () => {}, clear: () => {} }
  let shownAt: number | undefined
  return {
    show(line) {
      const now = performance.now()
      if (shownAt !== undefined && now - shownAt < pauseMs) return
      shownAt = now
      stderr.write(`\r\u001B[K${cutToColumns(line, (stderr.columns || 80) - 1)}`)
    },
    clear() {
      if (shownAt !== undefined) stderr.write('\r\u001B[K')
      shownAt = undefined
    },
  }
}

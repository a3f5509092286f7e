import { emitKeypressEvents } from 'node:readline'
import { cutStyled } from '#cli/terminal/show-text.ts'

/** The user has pressed Ctrl+C or Escape. */
export class StoppedError extends Error {}

export type Key = {
  /** Such as `return`, `up` or `a`; `resize` when the size of the terminal changes. */
  name: string
  ctrl: boolean
  meta: boolean
  shift: boolean
  /** The text that the key types; empty for none. A paste is one key, `paste`. */
  text: string
}

export type Cursor = { row: number; column: number }

export type Screen = {
  columns: () => number
  rows: () => number
  /** Waits for the next key. @throws StoppedError */
  nextKey: () => Promise<Key>
  /**
   * Replaces the previous drawing. Lines are cut to the terminal; texts of users in them are escaped with `toOneLine`.
   */
  draw: (lines: readonly string[], cursor: Cursor) => void
  /** Keeps lines above the drawing. */
  leave: (lines: readonly string[]) => void
}

/** Whether the terminal is interactive. */
export function canAsk({ TERM }: NodeJS.ProcessEnv): boolean {
  return process.stdin.isTTY && process.stderr.isTTY && TERM !== 'dumb'
}

const pasteMode = { on: '\u001B[?2004h', off: '\u001B[?2004l' }

/**
 * Asks on the terminal: reads keys from stdin, and draws on stderr. After any kind of end, the terminal is as it was.
 *
 * @throws StoppedError if the user cancels
 */
export async function onTerminal<Result>(
  work: (screen: Screen) => Promise<Result>,
): Promise<Result> {
  const { stdin, stderr } = process
  const keys = readKeys()
  let drawn: Cursor | undefined
  const erase = () => {
    const up = drawn && drawn.row > 0 ? `\u001B[${drawn.row}A` : ''
    if (drawn) stderr.write(`${up}\r\u001B[J`)
    drawn = undefined
  }
  const restore = () => {
    erase()
    stderr.write(pasteMode.off)
    stdin.setRawMode(false)
  }
  const columns = () => stderr.columns || 80
  const rows = () => stderr.rows || 24
  const resized = () => keys.push({ ...plainKey, name: 'resize' })
  const killed = (signal: NodeJS.Signals) => {
    restore()
    process.exit(signal === 'SIGTERM' ? 143 : 129)
  }
  stdin.setRawMode(true)
  stderr.write(pasteMode.on)
  stderr.on('resize', resized)
  process.once('SIGTERM', killed).once('SIGHUP', killed)
  try {
    return await work({
      columns,
      rows,
      nextKey: () => keys.next(),
      draw(lines, cursor) {
        erase()
        // The last column stays free: some terminals wrap the line there.
        const shown = lines.slice(0, rows() - 1).map((line) => cutStyled(line, columns() - 1))
        const row = Math.min(cursor.row, shown.length - 1)
        const up = shown.length - 1 - row
        stderr.write(
          `${shown.join('\n')}${up > 0 ? `\u001B[${up}A` : ''}\r${cursor.column > 0 ? `\u001B[${Math.min(cursor.column, columns() - 1)}C` : ''}`,
        )
        drawn = { row, column: cursor.column }
      },
      leave(lines) {
        erase()
        for (const line of lines) stderr.write(`${cutStyled(line, columns() - 1)}\n`)
      },
    })
  } finally {
    keys.close()
    restore()
    stderr.off('resize', resized)
    process.off('SIGTERM', killed).off('SIGHUP', killed)
  }
}

const plainKey = { ctrl: false, meta: false, shift: false, text: '' }

type Pressed = { name?: string; ctrl?: boolean; meta?: boolean; shift?: boolean }

/** Reads keys one after the other, including those that were typed ahead. */
function readKeys() {
  const { stdin } = process
  const waiting: Key[] = []
  let wake: (() => void) | undefined
  let pasted: string | undefined
  const state = { hasEnded: false }
  const push = (key: Key) => {
    waiting.push(key)
    wake?.()
  }
  const pressed = (
    text: string | undefined,
    { name = '', ctrl = false, meta = false, shift = false }: Pressed,
  ) => {
    if (name === 'paste-start') {
      pasted = ''
    } else if (name === 'paste-end') {
      push({ ...plainKey, name: 'paste', text: (pasted ?? '').replaceAll(/\r\n?/g, '\n') })
      pasted = undefined
    } else if (pasted !== undefined) {
      pasted += text ?? ''
    } else {
      const isTyped = text !== undefined && !ctrl && !meta && text >= ' ' && text !== '\u007F'
      push({ name, ctrl, meta, shift, text: isTyped ? text : '' })
    }
  }
  const ended = () => {
    state.hasEnded = true
    wake?.()
  }
  emitKeypressEvents(stdin)
  stdin.on('keypress', pressed).on('end', ended)
  stdin.resume()
  return {
    push,
    async next(): Promise<Key> {
      if (waiting.length === 0 && !state.hasEnded) {
        await new Promise<void>((resolve) => (wake = resolve))
      }
      const key = waiting.shift()
      const isStop =
        key === undefined || key.name === 'escape' || (key.ctrl && 'cd'.includes(key.name))
      if (isStop) throw new StoppedError()
      return key
    },
    close() {
      stdin.off('keypress', pressed).off('end', ended)
      stdin.pause()
    },
  }
}

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/**
 * Orca runs this user script. It does not read pages from top to bottom, and writes each line of the log immediately.
 * While it waits for an answer of a busy browser, it handles no other event: otherwise it would mistake a loaded page
 * for a loading one, and read none of its alerts.
 */
const customizations = `
from orca import debug, event_manager, settings
settings.sayAllOnLoad = False
debug.debugFile.reconfigure(line_buffering=True)
take_one = event_manager.EventManager._dequeue
is_taking = False
def take_in_order(self):
    global is_taking
    if is_taking:
        return True
    is_taking = True
    try:
        while take_one(self):
            pass
    finally:
        is_taking = False
    return False
event_manager.EventManager._dequeue = take_in_order
`

export type ScreenReader = Awaited<ReturnType<typeof startScreenReader>>

/** Starts Orca, which logs its speech output. It does not need a voice. */
export async function startScreenReader() {
  const directory = makeScratchDirectory('orca')
  const log = join(directory, 'log')
  const preferences = join(directory, 'preferences')
  mkdirSync(preferences)
  writeFileSync(join(preferences, 'orca-customizations.py'), customizations)
  const args = ['--user-prefs', preferences, '--debug-file', log]
  const orca = spawn('/usr/bin/orca', args, { stdio: 'ignore' })
  const ended = once(orca, 'exit')
  const utterances = () => (existsSync(log) ? readUtterances(readFileSync(log, 'utf8')) : [])
  await waitFor(() => expectIn(utterances(), ['Screen reader on.']))

  return {
    /**
     * Runs an action, waits until the screen reader has read these texts in this order, and returns everything that it
     * has read from the action to the last of them. A text is part of an utterance.
     */
    async hear(act: () => unknown, ...texts: string[]): Promise<string[]> {
      const before = utterances().length
      await act()
      return waitFor(() => expectIn(utterances().slice(before), texts))
    },
    async stop(): Promise<void> {
      // It may hang while it shuts down, and has nothing to save.
      orca.kill('SIGKILL')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Presses keys like a keyboard: a screen reader only notices these. Names are those of X, such as `ctrl+k`. */
export function press(...keys: string[]): void {
  execFileSync('xdotool', ['key', '--clearmodifiers', ...keys])
}

/** Types letters and digits with keys. */
export function type(text: string): void {
  execFileSync('xdotool', ['type', text])
}

/** Gives the keyboard focus to the browser's only window, since no window manager does. */
export async function focusWindow(): Promise<void> {
  const search = ['search', '--onlyvisible', '--class', 'chromium']
  const windows = await waitFor(() => execFileSync('xdotool', search, { encoding: 'utf8' }))
  execFileSync('xdotool', ['windowfocus', '--sync', windows.trim().split('\n').at(-1) ?? ''])
}

/** Reads lines such as `08:28:11.841301 - SPEECH OUTPUT: 'Name entry.' voice=default{'established': False}`. */
function readUtterances(log: string): string[] {
  const pattern = /SPEECH OUTPUT: '(.*?)'(?: voice=\w+)? ?(?:\{'.*\}|None)?$/gm
  return [...log.matchAll(pattern)].map(([, utterance = '']) => utterance)
}

function expectIn(utterances: string[], texts: string[]): string[] {
  let from = 0
  for (const text of texts) {
    const at = utterances.slice(from).findIndex((utterance) => utterance.includes(text))
    if (at === -1) throw new Error(`“${text}” is not in “${utterances.slice(from).join(' ¦ ')}”.`)
    from += at
  }
  return utterances.slice(0, from + 1)
}

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { toFileName } from '#contract/transfer/markdown/file-names.ts'
import { CommandError, UsageError, type Context, type Report } from '#cli/core/define-command.ts'
import { OwnDirectory } from '#cli/prompts/own-directory.ts'
import { describeError } from '#cli/server/describe-error.ts'
import { canAsk, onTerminal } from '#cli/terminal/screen.ts'
import { hasStyles, styler } from '#cli/terminal/styles.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

type Editing = {
  /** The command as typed, for the message if there is no terminal. */
  command: string
  /** The file's name, without its folder. */
  name: string
  text: string
  /** Saves the typed text. The file is kept unless this succeeds. */
  save: (text: string, file: string) => Promise<Report>
}

/** An editor that exits earlier may have a window in which the user is still typing. */
const hastyMs = 500

/**
 * Lets the user edit a text in their editor, and saves it. After a failure they can continue; otherwise the text is
 * kept in its file, whose path is printed. Returns undefined if nothing was changed.
 *
 * @throws CommandError if the editor fails
 * @throws UsageError if there is no terminal for it
 */
export async function editText(
  context: Context,
  { command, name, text, save }: Editing,
): Promise<Report | undefined> {
  const { texts, environment, isForPrograms, say } = context
  if (terminalEditors.test(editorOf(environment)) && !hasTerminal()) {
    throw new UsageError(fillText(texts.edit.noTerminal, { command }))
  }
  const { file, directory } = makeFile(name, text)
  const remove = () => rmSync(directory, { recursive: true, force: true })
  const kept = fillText(texts.edit.kept, { file })
  let isInEditor = true
  const interrupted = () => {
    // In the editor, Ctrl+C goes to the editor.
    if (isInEditor) return
    say(kept)
    process.exit(130)
  }
  process.on('SIGINT', interrupted)
  try {
    for (;;) {
      isInEditor = true
      const start = performance.now()
      const failure = await runEditor(file, environment)
      isInEditor = false
      const edited = readIfThere(file)
      const isChanged = edited !== undefined && !edited.equals(Buffer.from(text))
      const isHasty = performance.now() - start < hastyMs && edited !== undefined
      if (!isChanged && isHasty && failure === undefined) {
        say(fillText(texts.edit.hasty, { file }))
      } else if (!isChanged) remove()
      if (failure !== undefined) {
        const message = fillText(texts.edit.editorFailed, {
          editor: editorOf(environment),
          reason: failure,
        })
        throw new CommandError(isChanged ? `${message}\n${kept}` : message)
      }
      if (!isChanged) return undefined
      try {
        const report = await save(decode(edited, texts), file)
        if (!report.exitCode) remove()
        return report
      } catch (error) {
        if (isForPrograms || !canAsk(environment)) {
          say(kept)
          throw error
        }
        for (const line of describeError(error, texts).message.split('\n')) say(line)
        await askToGoOn(context).catch((stopped: unknown) => {
          say(kept)
          throw stopped
        })
      }
    }
  } finally {
    process.off('SIGINT', interrupted)
  }
}

/** Writes a text to a file in a private directory that only the user can read. Returns its path. */
export function keepText(name: string, text: string): string {
  return makeFile(name, text).file
}

function makeFile(name: string, text: string): { file: string; directory: string } {
  const directory = mkdtempSync(join(tmpdir(), 'promptshelf-'))
  return {
    directory,
    file: new OwnDirectory(directory).create(toFileName(name), text, { mode: 0o600 }),
  }
}

/** Writes another text to the directory of a kept one. Returns its path. */
export function keepBeside(file: string, name: string, text: string): string {
  return new OwnDirectory(dirname(file)).create(toFileName(name), text, { mode: 0o600 })
}

/** Saves piped text. It is kept in a file if it cannot be saved. */
export async function saveOrKeep(
  { texts, say }: Context,
  name: string,
  text: string,
  save: (text: string) => Promise<Report>,
): Promise<Report> {
  try {
    return await save(text)
  } catch (error) {
    say(fillText(texts.edit.kept, { file: keepText(name, text) }))
    throw error
  }
}

/** The lines in which two files differ; empty if there is no program to compare them. */
export function compareFiles(one: string, other: string): string {
  const { stdout } = spawnSync('diff', ['-u', one, other], { encoding: 'utf8' })
  return stdout ?? ''
}

function editorOf({ VISUAL, EDITOR }: NodeJS.ProcessEnv): string {
  return VISUAL || EDITOR || (platform() === 'win32' ? 'notepad' : 'vi')
}

/** Editors that wait for keys forever if there is no terminal. Others may have a window, or be a script. */
const terminalEditors =
  /^(?:\S*\/)?(?:vi|n?vim|ex|nano|pico|micro|emacs|jed|joe|jmacs|mg|ne|hx|helix|kak|mcedit)(?: |$)/

function hasTerminal(): boolean {
  if (process.stdin.isTTY || platform() === 'win32') return true
  const terminal = openTerminal()
  if (terminal !== undefined) closeSync(terminal)
  return terminal !== undefined
}

/** Returns why the editor failed; undefined if it succeeded. */
async function runEditor(
  file: string,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const editor = editorOf(environment)
  const terminal = openTerminal()
  const stdio = [terminal ?? 'inherit', 'inherit', 'inherit'] as const
  // Through a shell, since the variable may contain options, such as `code --wait`.
  const child =
    platform() === 'win32'
      ? spawn(`${editor} "${file}"`, { stdio: 'inherit', shell: true })
      : // Ctrl+C may end the editor, but not the shell around it.
        spawn('/bin/sh', ['-c', `trap : INT; ${editor} "$1"`, editor, file], { stdio: [...stdio] })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (terminal !== undefined) closeSync(terminal)
  return code === 0 ? undefined : (signal ?? String(code))
}

/** The terminal for the editor's keyboard input, if stdin is not one; undefined if it is, or if there is none. */
function openTerminal(): number | undefined {
  if (process.stdin.isTTY || platform() === 'win32') return undefined
  try {
    return openSync('/dev/tty', 'r')
  } catch {
    return undefined
  }
}

/** Undefined if the editor has deleted it. */
function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

function decode(bytes: Buffer, texts: Texts): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new UsageError(texts.edit.notUtf8, { cause: error })
  }
}

/** @throws StoppedError */
async function askToGoOn({ texts, environment }: Context): Promise<void> {
  const style = styler(hasStyles(process.stderr, environment))
  await onTerminal(async (screen) => {
    screen.draw([style('faint', texts.edit.again)], { row: 0, column: 0 })
    while ((await screen.nextKey()).name !== 'return') {
      // Other keys do nothing.
    }
  })
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { platform } from 'node:os'

/**
 * Where a text was copied to: the clipboard, by a program, or the terminal, which does not report whether it succeeded.
 */
export type Copied = 'clipboard' | 'terminal' | 'nowhere'

/** The longest sequence that terminals accept, in characters of Base64. */
const longestSequence = 74_994

/** Copies a text to the clipboard: with the platform's programs, else via the terminal (OSC 52). */
export async function copyText(text: string, environment: NodeJS.ProcessEnv): Promise<Copied> {
  for (const [command = '', ...args] of programsOf(environment)) {
    // The program on Windows needs this encoding for non-ASCII letters.
    const bytes = command.startsWith('clip') ? Buffer.from(`\uFEFF${text}`, 'utf16le') : text
    if (await pipeTo(command, args, bytes)) return 'clipboard'
  }
  const encoded = Buffer.from(text).toString('base64')
  const isDumb = ['dumb', 'linux', undefined].includes(environment['TERM'])
  if (!process.stderr.isTTY || isDumb || encoded.length > longestSequence) return 'nowhere'
  process.stderr.write(`\u001B]52;c;${encoded}\u0007`)
  return 'terminal'
}

function programsOf(environment: NodeJS.ProcessEnv): string[][] {
  const { SSH_CONNECTION, WAYLAND_DISPLAY, DISPLAY, WSL_DISTRO_NAME, TERMUX_VERSION } = environment
  // The clipboard of the other computer would be useless.
  if (SSH_CONNECTION) return []
  if (platform() === 'darwin') return [['pbcopy']]
  if (platform() === 'win32') return [['clip']]
  return [
    ...(TERMUX_VERSION ? [['termux-clipboard-set']] : []),
    ...(WSL_DISTRO_NAME ? [['clip.exe']] : []),
    ...(WAYLAND_DISPLAY ? [['wl-copy']] : []),
    ...(DISPLAY
      ? [
          ['xclip', '-selection', 'clipboard'],
          ['xsel', '--input', '--clipboard'],
        ]
      : []),
  ]
}

async function pipeTo(command: string, args: readonly string[], bytes: string | Buffer) {
  // Some programs keep running to serve the clipboard, so waiting for their output would hang.
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code === 0
  } catch {
    // Not installed.
    return false
  }
}

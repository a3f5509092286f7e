import { spawn } from 'node:child_process'
import { platform } from 'node:os'

/** A program that is still running by then is a browser. */
const patienceMs = 2000

/** In characters. The limit of a command line on Windows is about this, and other systems also refuse longer ones. */
const longestAddress = 32_000

/**
 * Opens a web address in the user's browser. Returns whether that was possible. Addresses come from servers, and the
 * opening program would interpret other schemes and options as commands, so nothing else is passed to it.
 */
export async function openAddress(
  address: string,
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return false
  if (url.href.length > longestAddress) return false
  const [command, ...args] = programOf(environment)
  if (command === undefined) return false
  const child = spawn(command, [...args, url.href], { detached: true, stdio: 'ignore' })
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs, true)
    const end = (isOpened: boolean) => {
      clearTimeout(timer)
      resolve(isOpened)
    }
    // Not installed.
    child.on('error', () => end(false)).on('exit', (code) => end(code === 0))
    child.unref()
  })
}

function programOf(environment: NodeJS.ProcessEnv): string[] {
  const { BROWSER, SSH_CONNECTION, WAYLAND_DISPLAY, DISPLAY, WSL_DISTRO_NAME, TERMUX_VERSION } =
    environment
  // Over SSH, an editor may set it to a program that opens addresses on the user's own computer.
  if (BROWSER) return [BROWSER]
  if (SSH_CONNECTION) return []
  if (platform() === 'darwin') return ['open']
  if (platform() === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  if (WSL_DISTRO_NAME) return ['rundll32.exe', 'url.dll,FileProtocolHandler']
  if (TERMUX_VERSION) return ['termux-open-url']
  return WAYLAND_DISPLAY || DISPLAY ? ['xdg-open'] : []
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { platform } from 'node:os'

/** Opens an http address in the user's browser. Returns whether a program for that was started. */
export async function openAddress(
  address: string,
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  for (const [command = '', ...args] of programsOf(environment)) {
    if (await start(command, [...args, address])) return true
  }
  return false
}

function programsOf(environment: NodeJS.ProcessEnv): string[][] {
  const { BROWSER, DISPLAY, SSH_CONNECTION, WAYLAND_DISPLAY, WSL_DISTRO_NAME } = environment
  const own = BROWSER && !/[\s:]/.test(BROWSER) ? [[BROWSER]] : []
  // The browser of the other computer is of no use.
  if (SSH_CONNECTION) return own
  if (platform() === 'darwin') return [...own, ['open']]
  if (platform() === 'win32') return [['rundll32', 'url.dll,FileProtocolHandler']]
  return [
    ...own,
    ...(WSL_DISTRO_NAME ? [['wslview']] : []),
    ...(DISPLAY || WAYLAND_DISPLAY ? [['xdg-open']] : []),
  ]
}

/** Does not wait for its end: some browsers keep running. */
async function start(command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  try {
    await once(child, 'spawn')
    child.unref()
    return true
  } catch {
    // Not installed.
    return false
  }
}

import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openShell } from '#tests/support/open-shell.ts'
import type { Block } from '#tests/support/read-blocks.ts'
import { childrenOf, runProgram, startProgram } from './exercise-server.ts'

export type Machine = Awaited<ReturnType<typeof bootDebian>>

/** Boots a root with systemd, in the network of this process. */
export async function bootDebian(root: string) {
  appendFileSync(
    join(root, 'etc/hosts'),
    '127.0.0.1 localhost prompts.example.com mail.example.com db.example.com\n',
  )
  const boot = ['systemd-nspawn', '--quiet', '--register=no', '--keep-unit', '--boot', '-D', root]
  const machine = startProgram(boot)
  let init = 0
  // While it starts, it has other children, which exit.
  const isBooted = () =>
    existsSync(`/proc/${init}/root/run/dbus/system_bus_socket`) &&
    readFileSync(`/proc/${init}/comm`, 'utf8') === 'systemd\n'
  while (!isBooted()) {
    await delay(50)
    init = childrenOf(machine.child.pid)[0] ?? 0
  }
  const enter = ['nsenter', `--target=${init}`, ...'-m -u -i -p -n --'.split(' ')]
  const inside = (...command: string[]) => runProgram([...enter, ...command])
  inside('systemctl', 'is-system-running', '--wait')

  return {
    root,
    /** The directory of its processes, as seen by this process. */
    processes: `/proc/${init}/root/proc`,
    /** Runs a command to its end, as root. */
    inside,
    /** Opens a root shell in a directory. */
    openShell: (blocks: Block[], directory: string, placeholders: Record<string, string> = {}) =>
      openShell(blocks, {
        prefix: [...enter, 'env', `--chdir=${directory}`, '--unset=NODE_COMPILE_CACHE'],
        directory: join(root, 'root/typed'),
        seenAs: '/root/typed',
        placeholders,
      }),
    async stop(): Promise<void> {
      // The signal that means "power off" to systemd.
      execFileSync('kill', ['-s', 'RTMIN+4', String(init)])
      await machine.stop()
    },
  }
}

import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import {
  checkServer,
  childrenOf,
  measureAbsence,
  runProgram,
  startProgram,
  exerciseServer,
  waitForServer,
} from './exercise-server.ts'

const origin = 'http://localhost:3000'

/** What `systemd-analyze security` may say at most. */
const exposure = 2.5

/** Waits for the scheduled backup and its test restore, for two minutes at the most. */
async function waitForBackup(directory: string): Promise<string> {
  for (const until = Date.now() + 120_000; ; await delay(100)) {
    const [backup] = globSync(join(directory, '*.sqlite.age'))
    if (backup !== undefined && existsSync(join(directory, 'restored'))) return backup
    if (Date.now() > until) throw new Error('The service makes no backup.')
  }
}

/** Tries the .deb in a booted Debian: installs, uses, upgrades, removes and purges it. */
export async function tryDeb(former: string, now: string, root: string): Promise<string[]> {
  const [formerFile = ''] = globSync(join(former, '*_amd64.deb'))
  const [nowFile = ''] = globSync(join(now, '*_amd64.deb'))
  execFileSync('lintian', ['--fail-on', 'error,warning', '--allow-root', nowFile], {
    stdio: 'inherit',
  })
  cpSync(formerFile, join(root, 'root/former.deb'))
  cpSync(nowFile, join(root, 'root/now.deb'))
  const boot = ['systemd-nspawn', '--quiet', '--register=no', '--keep-unit', '--boot', '-D', root]
  const machine = startProgram(boot)
  let init = 0
  while (init === 0) {
    await delay(50)
    init = childrenOf(machine.child.pid)[0] ?? 0
  }
  const inside = (...command: string[]) =>
    runProgram(['nsenter', `--target=${init}`, ...'-m -u -i -p -n --'.split(' '), ...command])
  try {
    while (!existsSync(`/proc/${init}/root/run/dbus/system_bus_socket`)) await delay(50)
    inside('systemctl', 'is-system-running', '--wait')

    const begun = Date.now()
    inside('dpkg', '--force-confold', '-i', '/root/former.deb')
    await waitForServer(origin)
    const started = Date.now() - begun
    const used = await exerciseServer(origin)
    const settings = join(root, 'etc/promptshelf/promptshelf.env')
    const [, found = ''] =
      /exposure level for \S+: ([\d.]+)/.exec(
        inside('systemd-analyze', 'security', 'promptshelf'),
      ) ?? []
    assert.ok(Number(found) <= exposure, `systemd-analyze security says ${found}.`)
    inside('promptshelf-backup', 'backup.sqlite')
    const identity = await generateX25519Identity()
    const recipient = await identityToRecipient(identity)
    const untouched = readFileSync(settings, 'utf8')
    const backingUp = `BACKUP_EVERY=24h\nBACKUP_RECIPIENTS=${recipient}\n`
    writeFileSync(settings, `${untouched}LOG_LEVEL=warn\n${backingUp}`)

    const away = await measureAbsence(
      origin,
      async () => void inside('dpkg', '--force-confold', '-i', '/root/now.deb'),
    )
    await checkServer(origin, used)
    assert.match(readFileSync(settings, 'utf8'), /LOG_LEVEL=warn/)
    const backup = await waitForBackup(join(root, 'var/lib/private/promptshelf/backups'))
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    const decrypted = Buffer.from(await decrypter.decrypt(readFileSync(backup)))
    assert.ok(decrypted.includes('like a heron'))
    assert.match(inside('promptshelf-admin', 'check'), /^backups\s+ok/m)
    writeFileSync(settings, `${untouched}LOG_LEVEL=warn\n`)
    inside('systemctl', 'stop', 'promptshelf')
    inside('promptshelf-restore', 'backup.sqlite')
    writeFileSync(join(root, 'etc/promptshelf/secrets/SECRETS_KEY'), `k1:${'A'.repeat(43)}=\n`)
    inside('systemctl', 'start', 'promptshelf')
    await waitForServer(origin)
    await checkServer(origin, used)
    // The service reads the secret, and so do the commands.
    const pid = inside('systemctl', 'show', '--value', '--property=MainPID', 'promptshelf').trim()
    const environment = readFileSync(join(`/proc/${init}/root/proc`, pid, 'environ'), 'utf8')
    assert.match(environment, /SECRETS_KEY_FILE=/)
    inside('promptshelf-admin', 'secrets', 'rotate')
    assert.match(inside('promptshelf-admin', 'user', 'list'), /ada@example\.com/)
    assert.match(inside('sh', '-c', 'promptshelf-backup --stdout | head -c 15'), /^SQLite format 3/)
    const log = inside('journalctl', '--unit=promptshelf', '--output=cat')
    assert.doesNotMatch(log, /"level":[56]0/)

    const data = join(root, 'var/lib/private/promptshelf/promptshelf.sqlite')
    inside('dpkg', '--remove', 'promptshelf')
    assert.ok(existsSync(data) && existsSync(settings))
    await assert.rejects(fetch(origin))
    // The way back: the former release, with the copy that the start made if it changed the database.
    inside('dpkg', '--force-confold', '-i', '/root/former.deb')
    const [copy] = globSync(`${data}.before-0*`)
    if (copy !== undefined) {
      inside('systemctl', 'stop', 'promptshelf')
      inside('promptshelf-restore', basename(copy))
      inside('systemctl', 'start', 'promptshelf')
    }
    await waitForServer(origin)
    await checkServer(origin, used)
    inside('dpkg', '--purge', 'promptshelf')
    const left = globSync('{etc,lib,usr,var}/**/*promptshelf*', { cwd: root })
    assert.deepEqual(left, [])
    return [
      `served ${started} ms after dpkg began`,
      `an upgrade stopped it for ${away} ms`,
      `systemd-analyze security says ${found}`,
    ]
  } finally {
    // What systemd takes for "power off".
    execFileSync('kill', ['-s', 'RTMIN+4', String(init)])
    await machine.stop()
  }
}

import { strict as assert } from 'node:assert'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Machine } from './boot-debian.ts'

const data = 'var/lib/private/promptshelf'
const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const day = 24 * 60 * 60_000

/** Waits for an action of the service, for at most two minutes. */
async function waitUntil(what: string, isTrue: () => boolean): Promise<void> {
  for (const until = Date.now() + 120_000; !isTrue(); await delay(100)) {
    if (Date.now() > until) throw new Error(`The service does not ${what}.`)
  }
}

/** Waits for the first scheduled backup in a folder below the service's, and its test restore. */
export async function waitForBackup({ root }: Machine, folder = 'backups'): Promise<void> {
  const at = join(root, data, folder)
  await waitUntil(
    'make a backup',
    () => globSync(join(at, '*.sqlite*')).length > 0 && existsSync(join(at, 'restored')),
  )
}

/**
 * Advances the clock of the running service by a day, which triggers the next backup, and then by a week, which also
 * triggers a test restore. Returns the name of the last backup.
 */
export async function tryNextDays({ root, inside }: Machine): Promise<string> {
  const at = join(root, data, 'backups')
  const dropIn = join(root, 'etc/systemd/system/promptshelf.service.d')
  const clock = join(root, 'etc/faketimerc')
  mkdirSync(dropIn)
  writeFileSync(
    join(dropIn, 'clock.conf'),
    `[Service]\nEnvironment=LD_PRELOAD=${library} FAKETIME_DONT_FAKE_MONOTONIC=1 FAKETIME_CACHE_DURATION=1\n`,
  )
  writeFileSync(clock, '+0s\n')
  inside('systemctl', 'daemon-reload')
  inside('systemctl', 'restart', 'promptshelf')
  const list = () => globSync(join(at, '*.sqlite.age')).toSorted()
  const restoredAt = () => statSync(join(at, 'restored')).mtimeMs
  const [first, ...none] = list()
  assert.ok(first !== undefined && none.length === 0, 'There is more than one backup.')
  const restoredFirst = restoredAt()

  writeFileSync(clock, '+25h\n')
  await waitUntil('back up on the next day', () => list().length === 2)
  writeFileSync(clock, '+8d\n')
  await waitUntil('back up a week later', () => list().length === 3)
  await waitUntil('restore a backup a week later', () => restoredAt() > restoredFirst + 7 * day)

  rmSync(dropIn, { recursive: true })
  inside('systemctl', 'daemon-reload')
  inside('systemctl', 'restart', 'promptshelf')
  return list().at(-1) ?? ''
}

/** Tries BACKUP_DIR: below the service's folder, and elsewhere, which the operator is warned about. */
export async function tryBackupFolders(machine: Machine): Promise<void> {
  const { root, inside } = machine
  const settings = join(root, 'etc/promptshelf/promptshelf.env')
  const before = existsSync(settings) ? readFileSync(settings, 'utf8') : ''
  const restart = (folder: string) => {
    writeFileSync(settings, `${before}BACKUP_EVERY=24h\nBACKUP_DIR=${folder}\n`)
    inside('systemctl', 'restart', 'promptshelf')
  }
  const check = () => inside('sh', '-c', 'promptshelf-admin check || true')
  restart('/var/lib/promptshelf/nightly')
  await waitForBackup(machine, 'nightly')
  assert.match(check(), /^backups +ok/m)
  restart('/backups')
  const note = join(root, data, 'backup-failed.txt')
  await waitUntil('report the folder', () => existsSync(note))
  assert.match(check(), /^backups +failed: .*BACKUP_DIR \/backups cannot be written to/m)
  writeFileSync(settings, before)
  inside('systemctl', 'restart', 'promptshelf')
}

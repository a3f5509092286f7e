import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { setDefaultCACertificates } from 'node:tls'
import { readBlocks, readShellBlocks } from '#tests/support/read-blocks.ts'
import { bootDebian, type Machine } from './boot-debian.ts'
import { checkServer, exerciseServer, measureAbsence, waitForServer } from './exercise-server.ts'
import { makeAuthority, setUpPostgres, startMailServer } from './start-neighbours.ts'
import { tryBackupFolders, tryNextDays, waitForBackup } from './try-backups.ts'
import { tryMoves } from './try-moves.ts'
import { tryService } from './try-service.ts'

const local = 'http://localhost:3000'
const origin = 'https://prompts.example.com'
const downloads = '/root/downloads'

const blocksOf = (document: string) => readShellBlocks(`docs/operate/${document}`, 'test:packages')

/** The maximum score of `systemd-analyze security`. */
const exposure = 2.5

/**
 * Tries the .deb in a booted Debian as documented: installs, sets up, uses, backs up, restores, moves, upgrades, rolls
 * back, removes and purges it. Then tries the tarball as a service there.
 */
export async function tryDeb(former: string, now: string, root: string): Promise<string[]> {
  const [formerFile = ''] = globSync(join(former, '*_amd64.deb'))
  const [nowFile = ''] = globSync(join(now, '*_amd64.deb'))
  execFileSync('lintian', ['--fail-on', 'error,warning', '--allow-root', nowFile], {
    stdio: 'inherit',
  })
  mkdirSync(join(root, downloads))
  for (const file of [formerFile, join(former, 'SHA256SUMS')]) {
    copyFileSync(file, join(root, downloads, basename(file)))
  }
  const authority = makeAuthority(root)
  const mail = await startMailServer(authority)
  const machine = await bootDebian(root)
  const { inside } = machine
  try {
    const placeholders: Record<string, string> = {
      'YOUR-NAME': 'prompts.example.com',
      NEW: basename(nowFile).split('_')[1] ?? '',
      FORMER: basename(formerFile).split('_')[1] ?? '',
    }
    const begun = Date.now()
    const guide = machine.openShell(blocksOf('first-server.md'), downloads, placeholders)
    await guide.type({ input: 'y\n' })
    await waitForServer(local)
    const started = Date.now() - begun
    const used = await exerciseServer(local)

    changeSettings(machine)
    await guide.type()
    for (const secret of globSync(join(root, 'etc/promptshelf/secrets/*'))) {
      assert.equal(statSync(secret).mode & 0o777, 0o600, secret)
    }
    assert.match(await guide.type(), /imprint\.md/)
    for (const page of globSync(join(root, 'etc/promptshelf/pages/*/*.md'))) {
      writeFileSync(page, readFileSync(page, 'utf8').replaceAll(/\*\*\[[^]*?\]\*\*/g, 'us'))
    }
    await guide.type()
    trustCaddy(machine)
    await waitForServer(origin)
    inside('promptshelf-admin', 'user', 'verify-email', 'ada@example.com')
    await checkServer(origin, used)
    await waitForBackup(machine)
    const checked = await guide.type()
    assert.match(checked, /^mail server +ok/m)
    assert.match(checked, /^pages +ok/m)
    assert.match(checked, /^backups +ok/m)
    assert.ok(mail.mails.some((each) => /^To: you@example\.com/m.test(each)))
    const found = measureExposure(machine)

    // Before the clock is advanced: the last backup holds a lease until that time.
    await tryBackupFolders(machine)
    const backup = await tryNextDays(machine)
    copyFileSync(backup, join(root, downloads, 'night.sqlite.age'))
    placeholders['FILE.sqlite.age'] = 'night.sqlite.age'
    await guide.type()
    assert.deepEqual(await guide.close(), [])
    await waitForServer(origin)
    await checkServer(origin, used)

    copyFileSync(nowFile, join(root, downloads, basename(nowFile)))
    const away = await upgrade(machine, placeholders)
    await checkServer(origin, used)
    await tryCommands(machine)
    const password = 'a-green-password'
    const postgres = setUpPostgres(machine, authority, password)
    await tryMoves(machine, { origin, used, password, postgres })
    const log = inside('journalctl', '--unit=promptshelf', '--output=cat')
    // One folder of backups is not writable.
    assert.doesNotMatch(log.replaceAll(/^.*The backup failed.*$/gm, ''), /"level":[56]0/)

    await goBack(machine, placeholders)
    await waitForServer(origin)
    await checkServer(origin, used)
    const data = join(root, 'var/lib/private/promptshelf/promptshelf.sqlite')
    inside('apt-get', 'remove', '--yes', 'promptshelf')
    assert.ok(existsSync(data) && existsSync(join(root, 'etc/promptshelf/promptshelf.env')))
    await assert.rejects(fetch(local))
    inside('apt-get', 'purge', '--yes', 'promptshelf')
    assert.deepEqual(globSync('{etc,lib,usr,var}/**/*promptshelf*', { cwd: root }), [])

    await tryService(machine, now, { password, postgres })
    return [
      `served ${started} ms after apt began`,
      `an upgrade stopped it for ${away} ms`,
      `systemd-analyze security says ${found}`,
    ]
  } finally {
    await machine.stop()
    await mail.stop()
  }
}

/** The documented settings, with a backup key that is created elsewhere, and this network's certificate authority. */
function changeSettings({ root, inside }: Machine): void {
  inside('age-keygen', '-o', `${downloads}/key.txt`)
  const recipient = inside('age-keygen', '-y', `${downloads}/key.txt`).trim()
  const settings = readBlocks('docs/operate/first-server.md').find(
    ({ language }) => language === 'ini',
  )
  const documented = settings?.code.replace('age1…', recipient) ?? ''
  appendFileSync(
    join(root, 'etc/promptshelf/promptshelf.env'),
    `${documented}NODE_EXTRA_CA_CERTS=/etc/authority/ca.pem\n`,
  )
}

/** Lets Caddy sign its certificate itself, since this network has no Let's Encrypt, and trusts it. */
function trustCaddy({ root, inside }: Machine): void {
  const file = join(root, 'etc/caddy/Caddyfile')
  writeFileSync(file, `{\n\tlocal_certs\n\tskip_install_trust\n}\n${readFileSync(file, 'utf8')}`)
  inside('systemctl', 'restart', 'caddy')
  const authority = 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
  inside('sh', '-c', `until test -s /${authority}; do sleep 0.1; done`)
  setDefaultCACertificates([readFileSync(join(root, authority), 'utf8')])
}

function measureExposure({ inside }: Machine): string {
  const said = inside('systemd-analyze', 'security', 'promptshelf')
  const [, found = ''] = /exposure level for \S+: ([\d.]+)/.exec(said) ?? []
  assert.ok(Number(found) <= exposure, `systemd-analyze security says ${found}.`)
  return found
}

/** Upgrades as in the documented table. Returns the downtime in milliseconds. */
async function upgrade(machine: Machine, placeholders: Record<string, string>): Promise<number> {
  const at = 'docs/operate/upgrades.md'
  const table = readFileSync(at, 'utf8')
  const [, code = ''] = /^\| `\.deb` +\| `(sudo apt install [^`]+)`/m.exec(table) ?? []
  assert.notEqual(code, '')
  const shell = machine.openShell([{ at, language: 'sh', code, note: '' }], downloads, placeholders)
  const away = await measureAbsence(origin, async () => void (await shell.type({ input: 'y\n' })))
  await shell.close()
  return away
}

/** The commands that run as the service's user, with its settings and secrets. */
async function tryCommands({ inside, processes }: Machine): Promise<void> {
  const pid = inside('systemctl', 'show', '--value', '--property=MainPID', 'promptshelf').trim()
  const environment = readFileSync(join(processes, pid, 'environ'), 'utf8')
  assert.match(environment, /SECRETS_KEY_FILE=/)
  inside('promptshelf-admin', 'secrets', 'rotate')
  assert.match(inside('promptshelf-admin', 'user', 'list'), /ada@example\.com/)
  const streamed = inside('sh', '-c', 'promptshelf-backup --stdout | head -c 21')
  assert.equal(streamed, 'age-encryption.org/v1')
}

/** Both kinds of rollback: with the database as it is, and with the copy from before the upgrade. */
async function goBack(machine: Machine, placeholders: Record<string, string>): Promise<void> {
  const { root, inside } = machine
  const data = '/var/lib/promptshelf'
  const listCopies = () => globSync(join(root, 'var/lib/private/promptshelf/*.before-0*'))
  if (listCopies().length === 0) {
    // The release did not change the database.
    inside(
      'sh',
      '-c',
      `cd ${data} && cp -p promptshelf.sqlite promptshelf.sqlite.before-0000-trial`,
    )
  }
  placeholders['promptshelf.sqlite.before-…'] = basename(listCopies()[0] ?? '')
  const guide = machine.openShell(blocksOf('upgrades.md'), downloads, placeholders)
  await guide.type({ input: 'y\n' })
  assert.match(await guide.type({ input: 'y\n' }), /promptshelf\.sqlite\.before-0/)
  assert.deepEqual(await guide.close(), [])
}

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { root } from '#scripts/prepare.mjs'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const packaging = join(root, 'packaging')

describe('The service', () => {
  const lines = new Set(readFileSync(join(packaging, 'promptshelf.service'), 'utf8').split('\n'))

  it.each([
    ['runs as a user of its own', 'DynamicUser=yes'],
    ['closes its data to other users', 'StateDirectoryMode=0700'],
    ['closes its cache to other users', 'CacheDirectoryMode=0700'],
    ['creates files that other users cannot read', 'UMask=0077'],
    ['gets its secrets as files', 'LoadCredential=secrets:/etc/promptshelf/secrets'],
    ['has no rights of root', 'CapabilityBoundingSet='],
    ['gets no further rights', 'NoNewPrivileges=yes'],
    ['writes in its own folders only', 'ProtectSystem=strict'],
    ['sees no home directories', 'ProtectHome=yes'],
    ['sees no processes of others', 'ProtectProc=invisible'],
    ['makes no privileged calls', 'SystemCallFilter=~@privileged @resources'],
    ['is started again after a crash', 'Restart=on-failure'],
  ])('%s', (_, line) => {
    expect(lines).toContain(line)
  })
})

describe('The Debian package', () => {
  // Replacements for commands that would change this machine. PATH contains no others.
  const path = makeScratchDirectory('maintainer')
  const log = join(path, 'log')
  mkdirSync(join(path, 'bin'))
  for (const name of ['rm', 'systemctl', 'deb-systemd-helper', 'deb-systemd-invoke']) {
    const stub = `#!/bin/sh\necho "\${0##*/} $*" >> "${log}"\n`
    writeFileSync(join(path, 'bin', name), stub, { mode: 0o755 })
  }
  beforeEach(() => writeFileSync(log, ''))
  afterAll(() => rmSync(path, { recursive: true }))

  /** The commands that a script of the package runs. */
  function run(script: string, ...words: string[]): string[] {
    const file = join(packaging, 'deb', script)
    execFileSync('/bin/sh', [file, ...words], { env: { PATH: join(path, 'bin') } })
    return readFileSync(log, 'utf8').split('\n').filter(Boolean)
  }

  const removes = (commands: string[]) =>
    commands.flatMap((command) => (command.startsWith('rm ') ? command.split(' ').slice(2) : []))

  it('keeps data, settings and secrets when it is removed or upgraded', () => {
    for (const action of ['remove', 'upgrade', 'failed-upgrade', 'abort-install', 'disappear']) {
      expect(removes(run('postrm', action))).toEqual([])
    }
  })

  it('leaves nothing when it is purged', () => {
    expect(removes(run('postrm', 'purge')).toSorted()).toEqual([
      '/etc/promptshelf',
      '/var/cache/private/promptshelf',
      '/var/cache/promptshelf',
      '/var/lib/private/promptshelf',
      '/var/lib/promptshelf',
    ])
  })

  it("prevents any start of a removed package's service, and allows every start of an installed one", () => {
    const mask = 'deb-systemd-helper mask promptshelf.service'
    expect(run('postrm', 'remove')).toContain(mask)
    writeFileSync(log, '')
    expect(run('postrm', 'upgrade', '9.9.9')).not.toContain(mask)
    for (const action of ['configure', 'abort-remove']) {
      writeFileSync(log, '')
      expect(run('postinst', action)).toContain('deb-systemd-helper unmask promptshelf.service')
    }
  })

  it('starts the service after the next boot, unless its operator has disabled it', () => {
    const helper = join(path, 'bin/deb-systemd-helper')
    const enable = 'deb-systemd-helper enable promptshelf.service'
    expect(run('postinst', 'configure')).toContain(enable)
    const before = readFileSync(helper, 'utf8')
    writeFileSync(helper, `${before}[ "$2" != was-enabled ]\n`)
    writeFileSync(log, '')
    expect(run('postinst', 'configure')).not.toContain(enable)
    writeFileSync(helper, before)
  })
})

// Tries the packages in clean roots: those of the previous release, in the first folder, and of this one, in the
// second. Runs as root, in an isolated network: anything installed and started here can access nothing else.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryDeb } from './try-deb.ts'
import { tryImage } from './try-image.ts'
import { tryProxies } from './try-proxies.ts'
import { tryTarball } from './try-tarball.ts'

const [former = '', now = '', debian = '', ...wanted] = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'promptshelf-packages-'))
// Its users need access.
execFileSync('chmod', ['755', scratch])
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
execFileSync('ip', ['link', 'set', 'lo', 'up'])
emulateArm()
nameServers()

const trials: Record<string, (folder: string) => Promise<string[]>> = {
  tarball: (folder) => tryTarball(former, now, unpackDebian(folder)),
  deb: (folder) => tryDeb(former, now, unpackDebian(folder)),
  image: (folder) => tryImage(former, now, folder, 'amd64'),
  'image for arm64': (folder) => tryImage(former, now, folder, 'arm64'),
  proxies: (folder) => tryProxies(folder),
}
for (const [name, trial] of Object.entries(trials)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const folder = join(scratch, name.replaceAll(' ', '-'))
  mkdirSync(folder)
  for (const line of await trial(folder)) console.log(`${name}: ${line}`)
}
process.exit()

function unpackDebian(folder: string): string {
  execFileSync('tar', ['-xf', debian, '-C', folder])
  return folder
}

/** Assigns the documented names to this machine's network. */
function nameServers(): void {
  const hosts = join(scratch, 'hosts')
  writeFileSync(hosts, '127.0.0.1 localhost prompts.example.com\n')
  execFileSync('mount', ['--bind', hosts, '/etc/hosts'])
}

/** Lets the kernel run arm64 programs with qemu, until this process exits. */
function emulateArm(): void {
  const kernel = '/proc/sys/fs/binfmt_misc'
  if (!existsSync(join(kernel, 'register'))) {
    execFileSync('mount', ['-t', 'binfmt_misc', 'binfmt_misc', kernel])
  }
  if (existsSync(join(kernel, 'qemu-aarch64'))) return
  const program = readFileSync('/usr/lib/binfmt.d/qemu-aarch64.conf', 'utf8').trim()
  writeFileSync(join(kernel, 'register'), program)
  process.on('exit', () => writeFileSync(join(kernel, 'qemu-aarch64'), '-1'))
}

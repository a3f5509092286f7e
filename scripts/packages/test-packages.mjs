// `npm run test:packages`: builds the packages of this release and of a previous one, and installs, uses, upgrades and
// removes them in clean roots. Needs root. The first argument can be a folder with the packages of the previous
// release, the second one with those of this release; names of trials can follow, such as `deb`.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  buildClient,
  installPackages,
  installPackagingTools,
  installPackageTrials,
  run,
} from '#scripts/prepare.mjs'

installPackages()
installPackagingTools()
installPackageTrials()
buildClient()
const scratch = mkdtempSync(join(tmpdir(), 'promptshelf-releases-'))
// Other users unpack its packages.
chmodSync(scratch, 0o755)
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
const make = 'scripts/packages/make-packages.ts'
const [former = join(scratch, 'former'), now = join(scratch, 'now')] = process.argv.slice(2)
if (process.argv[2] === undefined) {
  run('node', [make, '--to', former, '--version', '0.0.1', '--processor', 'amd64'])
}
if (process.argv[3] === undefined) run('node', [make, '--to', now])
// A minimal Debian with systemd, the libraries that Node loads, the documented programs, and a clock that can be
// advanced.
const debian = join(scratch, 'debian.tar')
const system = 'systemd,systemd-sysv,dbus,libatomic1,libstdc++6'
const included = `${system},sudo,openssl,caddy,age,postgresql,libfaketime`
run('mmdebstrap', ['--quiet', '--variant=apt', `--include=${included}`, 'bookworm', debian])
const trials = ['scripts/packages/try-packages.ts', former, now, debian, ...process.argv.slice(4)]
run('unshare', ['--net', '--mount', 'node', ...trials])

// Builds the image as `docker compose up` does in a clone, and saves it in the directory of the first argument. Node and
// npm of this machine on a Debian from its mirror replace the base from a registry.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/prepare.mjs'
import { write } from './stage-files.ts'

const [to = ''] = process.argv.slice(2)
const [base, clone] = [join(to, 'base'), join(to, 'clone')]
const [image, file] = ['promptshelf:clone', join(to, 'clone-image-amd64.tar')]
mkdirSync(clone, { recursive: true })
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: root, maxBuffer: 1e9 }).toString().trim()

const included = '--include=ca-certificates,libatomic1,libstdc++6'
run('mmdebstrap', '--quiet', '--variant=minbase', included, 'bookworm', base)
const npm = join(realpathSync(run('sh', '-c', 'command -v npm')), '../..')
cpSync(realpathSync(process.execPath), join(base, 'usr/local/bin/node'))
cpSync(npm, join(base, 'usr/local/lib/node_modules/npm'), { recursive: true })
run('ln', '--symbolic', '../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm'))

// npm trusts what this machine trusts, such as a mirror's certificate.
const certificates = '/etc/ssl/certs/ca-certificates.crt'
cpSync(certificates, join(base, certificates))
write(join(base, 'usr/local/etc/npmrc'), `cafile=${certificates}\n`)

const folders = ['--root', join(to, 'images'), '--runroot', join(to, 'running')]
const buildah = (...args: string[]) =>
  run('buildah', '--storage-driver', 'vfs', ...folders, ...args)
const container = buildah('from', 'scratch')
buildah('add', '--quiet', container, base, '/')
buildah('commit', '--quiet', container, 'base')
run('sh', '-c', `git archive HEAD | tar -x -C "${clone}"`)
const build = [
  '--isolation',
  'chroot',
  '--format',
  'docker',
  '--build-arg',
  'NODE_IMAGE=localhost/base',
]
buildah('bud', '--quiet', ...build, '--tag', image, clone)
buildah('push', '--quiet', image, `docker-archive:${file}:${image}`)
buildah('rmi', '--all', '--force')
run('gzip', file)
run('rm', '--recursive', '--force', base, clone, join(to, 'images'), join(to, 'running'))

import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { About } from './make-deb.ts'
import { copyFolder, environment, programArguments, sizeOf, write } from './stage-files.ts'

const containerfile = join(import.meta.dirname, '../../packaging/Containerfile')

/** The maximum size of an image, in bytes. */
const limit = 180e6

/** Debian's packages with the libraries that Node loads, and the files needed from them. */
const debianPackages = ['libc6', 'libstdc++6', 'libgcc-s1', 'libatomic1']
const libraries = 'ld-linux-*,libc,libm,libdl,libpthread,libresolv,libstdc++,libgcc_s,libatomic'

/** The user who runs it: the same number as in the Containerfile. */
const user = 'promptshelf:x:65532:65532::/data:/nowhere'

/** Builds an image for `docker load` and `podman load`, without running anything for its processor. */
export function makeImage({ version, processor, time, app, scratch, file }: About): void {
  const context = join(scratch, `image-${processor}`)
  const root = join(context, 'root')
  copyFolder(app, join(root, 'promptshelf'))
  // They need a shell.
  rmSync(join(root, 'promptshelf/bin'), { recursive: true })
  copyLibraries(root, processor, join(scratch, `debian-${processor}`))
  write(join(root, 'etc/passwd'), `root:x:0:0::/:/nowhere\n${user}\n`)
  write(join(root, 'etc/group'), 'root:x:0:\npromptshelf:x:65532:\n')
  write(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n')
  mkdirSync(join(root, 'tmp'), { mode: 0o1777 })
  mkdirSync(join(context, 'data'))
  const size = sizeOf(root)
  console.log(`image for ${processor}: ${(size / 1e6).toFixed(1)} MB`)
  if (size > limit) throw new Error(`The image for ${processor} is larger than ${limit} bytes.`)

  const lines = Object.entries(environment).map((pair) => `ENV ${pair.join('=')}`)
  lines.push(`CMD ${JSON.stringify(programArguments)}`)
  write(
    join(context, 'Containerfile'),
    `${readFileSync(containerfile, 'utf8')}${lines.join('\n')}\n`,
  )
  const folders = ['--root', join(scratch, 'images'), '--runroot', join(scratch, 'running')]
  const build = ['--isolation', 'chroot', '--arch', processor, '--timestamp', time]
  const name = `promptshelf:${version}`
  const buildah = (...args: string[]) =>
    execFileSync('buildah', ['--storage-driver', 'vfs', ...folders, ...args])
  // Docker's format, since OCI's has no health check.
  buildah('bud', '--quiet', ...build, '--format', 'docker', '--tag', name, context)
  buildah('push', '--quiet', name, `docker-archive:${file}:${name}`)
  buildah('rmi', '--all', '--force')
  execFileSync('gzip', ['-n', '-9', file])
  rmSync(context, { recursive: true })
}

function copyLibraries(root: string, processor: string, debian: string): void {
  const what = [`--architectures=${processor}`, `--include=${debianPackages.join(',')}`]
  execFileSync('mmdebstrap', ['--quiet', '--variant=extract', ...what, 'bookworm', debian])
  const patterns = [
    `{lib,usr/lib}/*-linux-gnu/{${libraries}}.so.*`,
    'lib*/ld-linux-*',
    `usr/share/doc/{${debianPackages.join(',')}}/copyright`,
  ]
  for (const path of globSync(patterns, { cwd: debian })) {
    cpSync(join(debian, path), join(root, path), { verbatimSymlinks: true })
  }
  rmSync(debian, { recursive: true })
}

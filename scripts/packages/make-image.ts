import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { About } from './make-deb.ts'
import { copyFolder, sizeOf, write, type Processor } from './stage-files.ts'

const dockerfile = join(import.meta.dirname, '../../Dockerfile')

/** The maximum size of an image, in bytes. */
const limit = 180e6

/** Debian's packages with the libraries that Node loads, and the files needed from them. */
const debianPackages = ['libc6', 'libstdc++6', 'libgcc-s1', 'libatomic1']
const libraries = 'ld-linux-*,libc,libm,libdl,libpthread,libresolv,libstdc++,libgcc_s,libatomic'

/** The user who runs it, with the number of the Dockerfile. */
const user = 'promptshelf:x:65532:65532::/data:/nowhere'

/** Builds an image for `docker load` and `podman load`, without running anything for its processor. */
export function makeImage({ version, processor, time, app, scratch, file }: About): void {
  const context = join(scratch, `image-${processor}`)
  const debian = join(scratch, `debian-${processor}`)
  const what = [`--architectures=${processor}`, `--include=${debianPackages.join(',')}`]
  execFileSync('mmdebstrap', ['--quiet', '--variant=extract', ...what, 'bookworm', debian])
  layOutImage({ folder: join(context, 'image'), app, processor, libraries: debian })
  rmSync(debian, { recursive: true })

  const folders = ['--root', join(scratch, 'images'), '--runroot', join(scratch, 'running')]
  const build = ['--isolation', 'chroot', '--arch', processor, '--timestamp', time]
  const parts = ['--file', dockerfile, '--build-context', `image=${context}`]
  const name = `promptshelf:${version}`
  const buildah = (...args: string[]) =>
    execFileSync('buildah', ['--storage-driver', 'vfs', ...folders, ...args])
  // Docker's format, since OCI's has no health check.
  buildah('bud', '--quiet', ...build, ...parts, '--format', 'docker', '--tag', name, context)
  buildah('push', '--quiet', name, `docker-archive:${file}:${name}`)
  buildah('rmi', '--all', '--force')
  execFileSync('gzip', ['-n', '-9', file])
  rmSync(context, { recursive: true })
}

type Layout = {
  /** Where `root` and the directory of the volume are made. */
  folder: string
  /** All files of the package, with Node. */
  app: string
  processor: Processor
  /** The root of a Debian with Node's libraries. */
  libraries: string
}

/**
 * Lays out what the Dockerfile copies: the image's root, and the directory of its volume.
 *
 * @throws Error if the image would be larger than its limit
 */
export function layOutImage({ folder, app, processor, libraries }: Layout): void {
  const root = join(folder, 'root')
  copyFolder(app, join(root, 'promptshelf'))
  // They need a shell.
  rmSync(join(root, 'promptshelf/bin'), { recursive: true })
  copyLibraries(root, libraries)
  write(join(root, 'etc/passwd'), `root:x:0:0::/:/nowhere\n${user}\n`)
  write(join(root, 'etc/group'), 'root:x:0:\npromptshelf:x:65532:\n')
  write(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n')
  mkdirSync(join(root, 'tmp'), { mode: 0o1777 })
  mkdirSync(join(folder, 'data'))
  const size = sizeOf(root)
  console.log(`image for ${processor}: ${(size / 1e6).toFixed(1)} MB`)
  if (size > limit) throw new Error(`The image for ${processor} is larger than ${limit} bytes.`)
}

function copyLibraries(root: string, debian: string): void {
  const patterns = [
    `{lib,usr/lib}/*-linux-gnu/{${libraries}}.so.*`,
    '{lib,lib64}/ld-linux-*',
    `usr/share/doc/{${debianPackages.join(',')}}/copyright`,
  ]
  for (const path of globSync(patterns, { cwd: debian })) {
    cpSync(join(debian, path), join(root, path), { verbatimSymlinks: true })
  }
}

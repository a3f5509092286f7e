// Builds the packages of a release in dist/packages.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { extensionBrowsers } from '#extension/manifest.ts'
import { manifest } from './list-files.ts'
import { makeDeb } from './make-deb.ts'
import { makeImage } from './make-image.ts'
import {
  copyFolder,
  namesIn,
  processors,
  sizeOf,
  stageFiles,
  stageNode,
  write,
  type Processor,
} from './stage-files.ts'

const root = join(import.meta.dirname, '../..')

const { values } = parseArgs({
  options: {
    version: { type: 'string', default: manifest.version },
    to: { type: 'string', default: join(root, 'dist/packages') },
    processor: { type: 'string', multiple: true, default: Object.keys(processors) },
  },
})
const { version, to } = values
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')

/**
 * The timestamp of every file in a package, in seconds since 1970, so that the same sources result in the same bytes.
 */
const time = process.env['SOURCE_DATE_EPOCH'] ?? run('git', ['log', '-1', '--format=%ct']).trim()
process.env['SOURCE_DATE_EPOCH'] = time

/** The maximum installed size of a package, in bytes. */
const limits = { withNode: 200e6, withoutNode: 60e6 }

const scratch = join(to, 'scratch')
rmSync(to, { recursive: true, force: true })
mkdirSync(scratch, { recursive: true })

const notes = cutNotes()
const app = join(scratch, 'any', `promptshelf-${version}`)
stageFiles(app, version)
write(join(app, 'RELEASE-NOTES.md'), notes)
write(join(app, 'sbom.json'), listComponents())
write(join(to, 'RELEASE-NOTES.md'), notes)
write(join(to, 'compose.yaml'), toReleaseCompose(version))
pack(app, `promptshelf-${version}-any`, limits.withoutNode)

// The server in each package offers them, too.
for (const browser of extensionBrowsers) {
  const name = `promptshelf-${browser}.zip`
  copyFileSync(join(root, 'dist/web', name), join(to, `promptshelf-${version}-${browser}.zip`))
}

for (const processor of values.processor as Processor[]) {
  const folder = join(scratch, processor, `promptshelf-${version}`)
  copyFolder(app, folder)
  stageNode(folder, processor, scratch)
  pack(folder, `promptshelf-${version}-linux-${processor}`, limits.withNode)
  const about = { version, processor, time, app: folder, scratch }
  makeDeb({ ...about, file: join(to, `promptshelf_${version}_${processor}.deb`) })
  makeImage({ ...about, file: join(to, `promptshelf-${version}-image-${processor}.tar`) })
}

rmSync(scratch, { recursive: true })
const names = namesIn(to)
for (const name of names) console.log(`${name}: ${toMegabytes(statSync(join(to, name)).size)}`)
const sums = names.map((name) => {
  const hash = createHash('sha256').update(readFileSync(join(to, name)))
  return `${hash.digest('hex')}  ${name}\n`
})
write(join(to, 'SHA256SUMS'), sums.join(''))

/** Builds a tarball whose bytes depend only on the names, modes and contents of the files. */
function pack(folder: string, name: string, limit: number): void {
  const size = sizeOf(folder)
  console.log(`${name}: ${toMegabytes(size)} installed`)
  if (size > limit) throw new Error(`${name} is larger than ${toMegabytes(limit)}.`)
  const tar = join(to, `${name}.tar`)
  const same = ['--sort=name', '--format=gnu', '--owner=0', '--group=0', '--numeric-owner']
  run('tar', [...same, `--mtime=@${time}`, '-cf', tar, '-C', join(folder, '..'), '.'])
  run('gzip', ['-n', '-9', tar])
}

/** The checkout's compose.yaml for a release, whose image is loaded instead of built. */
function toReleaseCompose(version: string): string {
  const load = `docker load --input promptshelf-${version}-image-amd64.tar.gz`
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
  return compose
    .replace('#\n', `#\n#   ${load}\n`)
    .replace('image: promptshelf\n    build: .\n', `image: promptshelf:${version}\n`)
}

/** The release's section of the changelog, or the unreleased one if it has none. */
function cutNotes(): string {
  const parts = changelog.split(/^(?=## )/m)
  const part =
    parts.find((each) => each.startsWith(`## [${version}]`)) ??
    parts.find((each) => each.startsWith('## [Unreleased]'))
  if (part === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  return `# Promptshelf ${version}\n\n${part.replace(/^## .*\n+/, '').trimEnd()}\n`
}

/** The dependencies of server and client, and Node, without anything that differs between two runs. */
function listComponents(): string {
  type Component = { name: string; version: string }
  type Bom = { serialNumber?: string; metadata: { timestamp?: string; component: Component } }
  const bom = JSON.parse(run('npm', ['run', '--silent', 'sbom', '--', '--omit=dev'])) as Bom
  delete bom.serialNumber
  delete bom.metadata.timestamp
  // npm names it after the checkout's folder.
  Object.assign(bom.metadata.component, { name: manifest.name, version })
  return `${JSON.stringify(bom, null, 1)}\n`
}

function run(command: string, args: string[]): string {
  return execFileSync(command, args, { cwd: root, maxBuffer: 100e6 }).toString()
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

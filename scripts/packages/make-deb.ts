import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { commands } from './list-files.ts'
import { copyFolder, sizeOf, write, type Processor } from './stage-files.ts'

const maintainer = 'Promptshelf <maintainers@promptshelf.example>'
const inputs = join(import.meta.dirname, '../../packaging')

/** The inputs of a package. */
export type About = {
  version: string
  processor: Processor
  /** Seconds since 1970. */
  time: string
  /** All files, with Node. */
  app: string
  scratch: string
  /** The package to write. */
  file: string
}

/** Builds the Debian package: the files in `/usr/lib/promptshelf`, the service, and its commands. */
export function makeDeb({ version, processor, time, app, scratch, file }: About): void {
  const folder = join(scratch, `deb-${processor}`)
  const at = (path: string) => join(folder, path)
  const input = (name: string) => readFileSync(join(inputs, name), 'utf8')
  const doc = 'usr/share/doc/promptshelf'
  copyFolder(app, at('usr/lib/promptshelf'))
  write(at('lib/systemd/system/promptshelf.service'), input('promptshelf.service'))
  write(at('etc/promptshelf/promptshelf.env'), input('promptshelf.env'))
  mkdirSync(at('etc/promptshelf/secrets'), { mode: 0o700 })

  const licence = readFileSync(join(inputs, '../LICENSE'), 'utf8').replace(
    /^[^]*?\n\n[^]*?\n\n/,
    '',
  )
  const paragraph = licence.trimEnd().replaceAll(/^$/gm, '.').replaceAll(/^/gm, ' ')
  write(
    at(`${doc}/copyright`),
    input('deb/copyright').replace('@LICENCE@', () => paragraph),
  )
  symlinkSync('../../../lib/promptshelf/packaging', at(`${doc}/examples`))
  compress(at(`${doc}/changelog.gz`), toChangelog(version, time))
  compress(at('usr/share/man/man8/promptshelf.8.gz'), input('deb/promptshelf.8'))
  for (const [name] of commands.filter(([each]) => each !== 'promptshelf')) {
    write(at(`usr/sbin/${name}`), input('run-as-service'), 0o755)
    symlinkSync('promptshelf.8.gz', at(`usr/share/man/man8/${name}.8.gz`))
  }
  write(at('usr/share/lintian/overrides/promptshelf'), input('deb/lintian-overrides'))

  const values: Record<string, string> = {
    VERSION: version,
    PROCESSOR: processor,
    MAINTAINER: maintainer,
    SIZE: String(Math.ceil(sizeOf(folder) / 1024)),
  }
  const control = input('deb/control').replaceAll(/@([A-Z]+)@/g, (_, name) => values[name] ?? '')
  write(at('DEBIAN/control'), control)
  write(at('DEBIAN/conffiles'), '/etc/promptshelf/promptshelf.env\n')
  for (const name of ['postinst', 'prerm', 'postrm']) {
    write(at(`DEBIAN/${name}`), input(`deb/${name}`), 0o755)
  }
  const sums = execFileSync(
    'sh',
    ['-c', 'find usr lib -type f -print0 | sort -z | xargs -0 md5sum'],
    {
      cwd: folder,
      maxBuffer: 100e6,
    },
  )
  write(at('DEBIAN/md5sums'), sums.toString())
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z3', '--build', folder, file])
  rmSync(folder, { recursive: true })
}

/** A changelog in Debian's format. */
function toChangelog(version: string, time: string): string {
  const date = new Date(Number(time) * 1000).toUTCString().replace('GMT', '+0000')
  const what = 'What changes is in /usr/lib/promptshelf/RELEASE-NOTES.md.'
  return `promptshelf (${version}) stable; urgency=medium\n\n  * ${what}\n\n -- ${maintainer}  ${date}\n`
}

function compress(path: string, text: string): void {
  write(path, gzipSync(text, { level: 9 }))
}

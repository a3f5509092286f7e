// Fails if the lock file has a package with a licence that is not allowed, with an install script, or without an
// integrity hash.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Package = { license?: string; hasInstallScript?: boolean; integrity?: string }

/** Licences that require only attribution, and licences of fonts and files used unmodified. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  '(MIT AND Zlib)',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
])
/** Packages that may have an install script: none so far. `.npmrc` disables them anyway. */
const scripted = new Set<string>()

const lock = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
) as {
  packages: Record<string, Package>
}
const problems = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .flatMap(([path, { license = 'none', hasInstallScript, integrity }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return [
      ...(allowed.has(license) ? [] : [`${name}: its licence is ${license}`]),
      ...(hasInstallScript && !scripted.has(name)
        ? [`${name}: it runs a script when installed`]
        : []),
      ...(integrity === undefined ? [`${name}: it has no integrity hash`] : []),
    ]
  })

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

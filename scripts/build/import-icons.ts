import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const importOfIcons = /^import \{([^}]+)\} from 'lucide-react'$/gm
const exportOfIcon = /^export \{ ([^}]+) \} from '\.\/icons\/([\w-]+)\.mjs';?$/gm

/**
 * Imports each icon from a separate file: through the index of all icons, every module with an icon would depend on all
 * others, which would then load with the first screen.
 */
export function importIcons(): Plugin {
  const files = readIndex()
  return {
    name: 'import-icons',
    apply: 'build',
    enforce: 'pre',
    transform(source, id) {
      if (!/\.tsx?$/.test(id) || !source.includes("'lucide-react'")) return null
      const code = source.replaceAll(importOfIcons, (_all, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map(importOf)
          .join(';'),
      )
      return { code, map: null }
    },
  }

  function importOf(specifier: string): string {
    const [name = '', local = name] = specifier.split(' as ')
    if (name.startsWith('type ')) return `import { ${specifier} } from 'lucide-react'`
    const file = files.get(name)
    if (file === undefined) throw new Error(`There is no icon ${name}.`)
    return `import ${local} from 'lucide-react/icons/${file}'`
  }
}

/** The names of icons, and the file of each. */
function readIndex(): Map<string, string> {
  const require = createRequire(import.meta.url)
  const folder = join(require.resolve('lucide-react'), '../../esm')
  const index = readFileSync(join(folder, 'lucide-react.mjs'), 'utf8')
  return new Map(
    [...index.matchAll(exportOfIcon)].flatMap(([, names = '', file = '']) =>
      names.split(', ').map((name) => [name.replace('default as ', ''), file] as const),
    ),
  )
}

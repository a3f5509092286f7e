import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import type { Plugin, Rolldown } from 'vite'
import { languageCodes } from '#languages/languages.ts'
import { extensionBrowsers, manifestFor } from '#extension/manifest.ts'

const root = join(import.meta.dirname, '../..')
/** The same time in every build, so that equal sources make equal files. */
const mtime = '2026-01-01T00:00:00'

/** The catalogues that the archives contain. The build fails if the extension's code shows a text of another one. */
export const extensionCatalogues = [
  'errors',
  'extension',
  'history',
  'library',
  'palette',
  'prompt',
  'shell',
  'values',
]

/** Packs the browser extension for each browser, as the files that the server offers, and as folders next to them. */
export function extensionPackages(): Plugin {
  return {
    name: 'extension-packages',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'extension',
    generateBundle(_options, bundle) {
      for (const name of shownCatalogues(bundle)) {
        if (!extensionCatalogues.includes(name)) {
          this.error(
            `The extension shows texts of ${name}.json, which its archives do not contain.`,
          )
        }
      }
    },
    writeBundle({ dir }, bundle) {
      const built = dir ?? ''
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
        version: string
      }
      const shared = { ...filesOf(bundle), ...icons(), ...names() }
      for (const browser of extensionBrowsers) {
        const manifest = `${JSON.stringify(manifestFor(browser, version), null, 2)}\n`
        const files = sorted({ ...shared, 'manifest.json': strToU8(manifest) })
        const folder = join(built, browser)
        rmSync(folder, { recursive: true, force: true })
        for (const [name, content] of Object.entries(files)) {
          mkdirSync(dirname(join(folder, name)), { recursive: true })
          writeFileSync(join(folder, name), content)
        }
        const zip = zipSync(files, { level: 9, mtime })
        writeFileSync(join(root, `dist/web/promptshelf-${browser}.zip`), zip)
      }
    },
  }
}

/** The catalogues whose texts the code shows. */
function shownCatalogues(bundle: Rolldown.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const modules = chunks.flatMap((chunk) => chunk.moduleIds).filter((id) => /\.tsx?$/.test(id))
  const calls = modules.flatMap((id) => [
    ...readFileSync(id, 'utf8').matchAll(/useTranslations\('(\w+)/g),
  ])
  return new Set(calls.map(([, name = '']) => name))
}

type Files = Record<string, Uint8Array>

function filesOf(bundle: Rolldown.OutputBundle): Files {
  const files = Object.values(bundle).map((file) => {
    const content = file.type === 'chunk' ? file.code : file.source
    // The pages are at the root of the extension.
    const name = file.fileName.replace(/^extension\//, '')
    const text = file.type === 'chunk' && file.name === 'insert-text' ? enclose(file) : content
    return [name, typeof text === 'string' ? strToU8(text) : text] as const
  })
  return Object.fromEntries(files)
}

/** It runs as a classic script, possibly several times in a page. */
function enclose({ code, imports, fileName }: Rolldown.OutputChunk): string {
  if (imports.length > 0 || /^export\b/m.test(code)) throw new Error(`${fileName} is not one file.`)
  return `(()=>{${code}})()`
}

function icons(): Files {
  const sizes = [16, 32, 48, 128]
  return Object.fromEntries(
    sizes.map((size) => [
      `icon-${size}.png`,
      readFileSync(join(root, `extension/icons/icon-${size}.png`)),
    ]),
  )
}

/** The texts that browsers show: from the same catalogues, in the browsers' own form. */
function names(): Files {
  return Object.fromEntries(
    languageCodes.map((language) => {
      const file = join(root, `languages/${language}/extension.json`)
      const { browser } = JSON.parse(readFileSync(file, 'utf8')) as {
        browser: Record<string, string>
      }
      const messages = Object.entries(browser).map(([name, message]) => [name, { message }])
      const text = `${JSON.stringify(Object.fromEntries(messages), null, 2)}\n`
      return [`_locales/${language}/messages.json`, strToU8(text)]
    }),
  )
}

function sorted(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

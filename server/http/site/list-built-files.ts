import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#languages/languages.ts'

/** Vite's build manifest, by source file. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/** The client's built files, by their paths on the server. */
export type Build = {
  has: (source: string) => boolean
  /** Lists the files with the texts of some features. */
  textsOf: (language: Language, features: readonly string[]) => string[]
  /** Lists what some modules need, except for what a built page has already. */
  filesOf: (sources: readonly string[], page: string) => { scripts: string[]; styles: string[] }
}

/** The files with texts of several features, as in `web/ui/messages/messages.ts`. */
const bundledTexts = [
  'library.json?with=prompt,shell',
  'history.json?with=import,palette,runs,selection,shelf,values',
]

/** Returns undefined if the client was built without a manifest. */
export function readBuild(webRoot: string): Build | undefined {
  const file = join(webRoot, '.vite/manifest.json')
  if (!existsSync(file)) return undefined
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const find = (source: string) => {
    const built = manifest[source]
    if (built === undefined) throw new Error(`The client's build has no ${source}.`)
    return built
  }
  const pathOf = (source: string) => `/${find(source).file}`
  return {
    has: (source) => source in manifest,
    textsOf: (language, features) => {
      const files = features.map(
        (feature) =>
          bundledTexts.find((file) => file.split(/\W/).includes(feature)) ??
          `${feature}.json?with=`,
      )
      return [...new Set(files)].map((file) => pathOf(`languages/${language}/${file}`))
    },
    filesOf: (sources, page) => {
      const reached = new Set(sources)
      for (const source of reached) for (const next of find(source).imports ?? []) reached.add(next)
      const styles = [...reached].flatMap((source) => find(source).css ?? [])
      const isMissing = (path: string) => !page.includes(path)
      return {
        scripts: [...reached].map(pathOf).filter(isMissing),
        styles: [...new Set(styles)].map((path) => `/${path}`).filter(isMissing),
      }
    },
  }
}

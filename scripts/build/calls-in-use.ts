import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** A call of the contract with its definition, as the formatter writes it. */
const definition = /^ {2}(\w+): defineCall\(\{\n[^]*?\n {2}\}\),\n/gm
const use = /\b\w+Calls\.(\w+)/g

/** Leaves out of an environment's code the calls of the contract that a folder of sources does not make. */
export function callsInUse(environment: string, folder: string): Plugin {
  let used = new Set<string>()
  return {
    name: 'calls-in-use',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === environment,
    buildStart() {
      const sources = globSync(`${folder}/**/*.ts`).map((file) => readFileSync(file, 'utf8'))
      const names = sources.flatMap((source) => [...source.matchAll(use)].map(([, name]) => name))
      used = new Set(names.filter((name) => name !== undefined))
    },
    transform(source, id) {
      if (!/\/contract\/(?:\w+\/)?[\w-]+\.ts$/.test(id)) return null
      const code = source.replaceAll(definition, (call, name: string) =>
        used.has(name) ? call : '',
      )
      return { code, map: null }
    },
  }
}

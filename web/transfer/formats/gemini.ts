import { collect } from './collect.ts'
import type { Format } from './format.ts'
import { foldersOf, stemOf } from './paths.ts'
import { readToml } from './read-toml.ts'
import { textIn } from './shapes.ts'

/** What the command line runs or reads, which is no variable: `!{git diff}`, `@{README.md}`. */
const run = /[!@]\{([^{}\n]+)\}/g

/** Custom commands of Gemini's command line: `prompt` and `description` in TOML, with `{{args}}`. */
export const gemini: Format = {
  id: 'gemini',
  detect: (files) =>
    files.filter(({ path, text }) => /\.toml$/i.test(path) && /^[ \t]*prompt[ \t]*=/m.test(text)),
  read(files, options) {
    const { add, tell, result } = collect('gemini', options)
    for (const { path, text } of files) {
      const toml = readToml(text)
      if ('problem' in toml) {
        const { code, ...details } = toml.problem
        tell(code, path, details)
        continue
      }
      const prompt = textIn(toml.value, 'prompt') ?? ''
      add({
        file: path,
        name: stemOf(path),
        text: prompt.trim(),
        notes: textIn(toml.value, 'description'),
        folders: foldersOf(path),
        settings: [...prompt.matchAll(run)].map(([, name = '']) => ({ name, kind: 'literal' })),
      })
    }
    return result()
  },
}

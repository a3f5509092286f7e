import { collect } from '#contract/transfer/formats/collect.ts'
import type { Format } from '#contract/transfer/formats/format.ts'
import { foldersOf, stemOf } from '#contract/transfer/formats/paths.ts'
import { readToml } from './read-toml.ts'
import { textIn } from '#contract/transfer/markdown/shapes.ts'

/** Shell commands and file references, which are not variables: `!{git diff}`, `@{README.md}`. */
const injected = /[!@]\{([^{}\n]+)\}/g

/** Custom commands of Gemini CLI: `prompt` and `description` in TOML, with `{{args}}`. */
export const gemini: Format = {
  id: 'gemini',
  detect: (files) =>
    files.filter(({ path, text }) => /\.toml$/i.test(path) && /^[ \t]*prompt[ \t]*=/m.test(text)),
  read(files, options) {
    const { add, report, result } = collect('gemini', options)
    for (const { path, text } of files) {
      const toml = readToml(text)
      if ('problem' in toml) {
        const { code, ...details } = toml.problem
        report(code, path, details)
        continue
      }
      const prompt = textIn(toml.value, 'prompt') ?? ''
      add({
        file: path,
        name: stemOf(path),
        text: prompt.trim(),
        notes: textIn(toml.value, 'description'),
        folders: foldersOf(path),
        settings: [...prompt.matchAll(injected)].map(([, name = '']) => ({
          name,
          kind: 'literal',
        })),
      })
    }
    return result()
  },
}

import { collect } from './collect.ts'
import type { Format } from './format.ts'
import { foldersOf, stemOf } from './paths.ts'

/** One prompt a file, or what was on the clipboard. */
export const text: Format = {
  id: 'text',
  detect: (files) => files.filter(({ path }) => /\.(?:txt|text)$/i.test(path)),
  read(files, options) {
    const { add, result } = collect('text', options)
    for (const { path, text } of files) {
      add({
        file: path,
        ...(path !== clipboardPath && { name: stemOf(path) }),
        text: text.replace(/\n$/, ''),
        folders: foldersOf(path),
      })
    }
    return result()
  },
}

/** The name of what was pasted, which has none. */
export const clipboardPath = 'clipboard.txt'

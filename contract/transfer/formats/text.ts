import { collect } from './collect.ts'
import type { Format } from './format.ts'
import { foldersOf, stemOf } from './paths.ts'

/** Plain text: one prompt per file, or the clipboard. */
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

/** The path given to pasted text. */
export const clipboardPath = 'clipboard.txt'

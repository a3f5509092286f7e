import type { LibraryFile } from '#contract/transfer/library-file.ts'
import { emptyLibrary } from './empty-library.ts'
import type { Format, FormatOptions, FormatResult, TextFile } from './format.ts'

/** @param library what earlier formats have read */
type OnResult = (format: Format, files: number, result: FormatResult, library: LibraryFile) => void

/**
 * Reads files of any mix of formats into one library, each by the first format that detects it. `left` are those that none
 * detects.
 */
export function readWithFormats(
  formats: readonly Format[],
  files: readonly TextFile[],
  options: FormatOptions,
  onResult: OnResult,
): { library: LibraryFile; left: readonly TextFile[] } {
  const library = emptyLibrary()
  let left = files
  for (const format of formats) {
    const own = new Set(format.detect(left))
    if (own.size === 0) continue
    left = left.filter((file) => !own.has(file))
    const result = readWith(format, [...own], options)
    onResult(format, own.size, result, library)
    for (const name of Object.keys(library) as (keyof LibraryFile)[]) {
      for (const entry of result.library[name]) (library[name] as unknown[]).push(entry)
    }
  }
  return { library, left }
}

/** Catches stack overflows, so that one hostile file does not stop files of other formats. */
function readWith(format: Format, files: TextFile[], options: FormatOptions): FormatResult {
  try {
    return format.read(files, options)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const file = files.length === 1 ? (files[0]?.path ?? '') : ''
    const problems = [{ code: 'out_of_memory', file }] as const
    return { library: emptyLibrary(), problems: [...problems], takenOver: 0 }
  }
}

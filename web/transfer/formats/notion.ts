import { emptyLibrary } from '#contract/transfer/formats/empty-library.ts'
import type { Format, TextFile } from '#contract/transfer/formats/format.ts'

/** The id at the end of each name in an export of Notion. */
const id = / ?[0-9a-f]{32}(?=$|\/)/g

/**
 * Files of an export of Notion that repeat its pages: tables of a database, which stand next to the folder of its pages,
 * and pages that only link to others. Nothing is read from them. The pages themselves are Markdown.
 */
export const notion: Format = {
  id: 'notion',
  detect(files) {
    const folders = new Set(files.filter(isPage).flatMap(({ path }) => foldersAbove(path)))
    const repeats = (file: TextFile) => isTableOf(folders, file) || isLinkPage(file)
    return files.filter(repeats)
  },
  read: () => ({ library: emptyLibrary(), problems: [], takenOver: 0 }),
}

function isPage({ path }: TextFile): boolean {
  return / [0-9a-f]{32}\.md$/.test(path)
}

/** Returns the paths of the folders that a file is in, without ids. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) =>
    parts
      .slice(0, at + 1)
      .join('/')
      .replaceAll(id, ''),
  )
}

function isTableOf(folders: ReadonlySet<string>, { path }: TextFile): boolean {
  if (!/ [0-9a-f]{32}(?:_all)?\.csv$/.test(path)) return false
  return folders.has(path.replace(/(?:_all)?\.csv$/, '').replaceAll(id, ''))
}

/** A heading, and links to other files of the export. */
const linkPage = /^(?:# [^\n]*|\[[^\]\n]*\]\([^)\n]*\.(?:csv|md)\)|\s*)$/

function isLinkPage(file: TextFile): boolean {
  if (!isPage(file) || file.text.length > 10_000 || !file.text.includes('](')) return false
  return file.text.split('\n').every((line) => linkPage.test(line.trim()))
}

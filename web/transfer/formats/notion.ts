import Papa from 'papaparse'
import { emptyLibrary } from '#contract/transfer/formats/empty-library.ts'
import type { Format, TextFile } from '#contract/transfer/formats/format.ts'

/** The id at the end of each name in a Notion export. */
const id = / ?[0-9a-f]{32}(?=$|\/)/g

/**
 * Files of a Notion export that repeat its pages: tables of a database, next to the folder of its pages, and pages that
 * only link to others. They are ignored. The pages themselves are Markdown.
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

/** Properties that Notion proposes for each database, in the languages of this product. */
const usualProperties = new Set(
  (
    'Status,Tags,Created,Created time,Created by,Last edited time,Last edited by,Last updated,Date,Type,Category,URL,' +
    'Erstellt,Erstellt von,Zuletzt bearbeitet,Zuletzt bearbeitet von,Datum,Typ,Kategorie'
  ).split(','),
)

/** The title, and a paragraph that may hold the properties. */
const pageStart = /^(# [^\n]*\n\n)((?:[^\n:]{1,100}: [^\n]*\n)+)(?:\n|$)/

/**
 * Moves the properties of Notion's pages, lines such as `Status: Draft` below the title, from the text to the notes. A
 * prompt
 * may begin with such lines as well, so all of them have to be columns of the page's database, or usual properties.
 */
export function takeProperties(files: readonly TextFile[]): TextFile[] {
  const pages = files.filter(isPage)
  if (pages.length === 0) return [...files]
  const columns = columnsByFolder(files)
  return files.map((file) => {
    if (!isPage(file)) return file
    const text = file.text.replaceAll('\r\n', '\n')
    const [start, title = '', lines = ''] = pageStart.exec(text) ?? []
    if (start === undefined) return file
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1).slice(0, -1)
    const known = columns.get(folder.replaceAll(id, '')) ?? usualProperties
    const isKnown = (line: string) => known.has(line.slice(0, line.indexOf(': ')))
    const properties = lines.trimEnd()
    if (!properties.split('\n').every(isKnown)) return file
    return { ...file, text: title + text.slice(start.length), notes: properties }
  })
}

/** Returns the headings of the databases' tables, by the folder of their pages. */
function columnsByFolder(files: readonly TextFile[]): Map<string, ReadonlySet<string>> {
  const tables = files.filter(({ path }) => / [0-9a-f]{32}(?:_all)?\.csv$/.test(path))
  return new Map(
    tables.map(({ path, text }) => {
      const [headings = []] = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { preview: 1 }).data
      return [path.replace(/(?:_all)?\.csv$/, '').replaceAll(id, ''), new Set(headings)]
    }),
  )
}

/** Notion ends every name with the page's id. */
const notionId = / [0-9a-f]{32}$/

/** The folders of a path, the outermost first. */
export function foldersOf(path: string): string[] {
  return path
    .split('/')
    .slice(0, -1)
    .map((name) => name.replace(notionId, ''))
}

/** A file's name without its ending. */
export function stemOf(path: string): string {
  const name = path.split('/').at(-1) ?? path
  return (
    name.replace(/(?:\.(?:prompt|md|txt))?\.(?:[A-Za-z]{1,10}|j2|jinja2)$/, '') || name
  ).replace(notionId, '')
}

/** The page id that Notion appends to every name. */
const notionId = / [0-9a-f]{32}$/

/** Returns the folders of a path, outermost first. */
export function foldersOf(path: string): string[] {
  return path
    .split('/')
    .slice(0, -1)
    .map((name) => name.replace(notionId, ''))
}

/** Returns the folder part of a path, empty for none. */
export function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}

/** Returns a file's name without its extension. */
export function stemOf(path: string): string {
  const name = path.split('/').at(-1) ?? path
  return (
    name.replace(/(?:\.(?:prompt|md|txt))?\.(?:[A-Za-z]{1,10}|j2|jinja2)$/, '') || name
  ).replace(notionId, '')
}

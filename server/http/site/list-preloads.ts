import { folderCalls } from '#contract/library/folders.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import type { Language } from '#languages/languages.ts'
import { escapeHtml } from '#server/core/texts/escape-html.ts'
import type { Build } from '#server/http/site/list-built-files.ts'

/** The place in a built page for links to what its first script imports next. */
const next = '<!--next-->'

/**
 * Lets a page fetch modules, and the texts of some features, with its first script instead of after it. More can be
 * added.
 */
export function addPreloads(
  page: string,
  build: Build,
  language: Language,
  modules: readonly string[],
  features: readonly string[],
): string {
  const { scripts, styles } = build.filesOf(modules, page)
  const links = [
    ...styles.map((href) => `<link rel="stylesheet" href="${href}" crossorigin>`),
    ...[...scripts, ...build.textsOf(language, features)].map(
      (href) => `<link rel="modulepreload" fetchpriority="low" href="${href}" crossorigin>`,
    ),
  ]
  return page.replace(next, () => links.join('') + next)
}

/**
 * Lets the library's page make the calls for its lists. Its first script makes them, because Safari never uses preloaded
 * answers.
 */
export function addListCalls(page: string, folderId: string | undefined): string {
  const query = folderId === undefined ? '' : `?${new URLSearchParams({ folderId }).toString()}`
  const calls = [
    // The longest answer comes first.
    promptCalls.listPrompts.path + query,
    folderCalls.listFolders.path + query,
  ]
  // Prompts used last, which a phone lists at the root.
  const phoneCalls = folderId === undefined ? [shelfCalls.getShelf.path] : []
  return page.replace(
    '<html',
    () => `<html${attribute('calls', calls)}${attribute('phone-calls', phoneCalls)}`,
  )
}

function attribute(name: string, paths: readonly string[]): string {
  if (paths.length === 0) return ''
  return ` data-${name}="${escapeHtml(paths.map((path) => `/api/${path}`).join(' '))}"`
}

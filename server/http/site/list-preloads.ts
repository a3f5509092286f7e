import { folderCalls } from '#contract/library/folders.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import type { Language } from '#languages/languages.ts'
import { escapeHtml } from '#server/core/texts/escape-html.ts'
import type { Build } from '#server/http/site/list-built-files.ts'

/**
 * Lets the library's page fetch its texts and lists alongside the code instead of after it. The page's first script
 * makes the calls, because Safari never uses preloaded answers.
 */
export function addPreloads(
  page: string,
  build: Build | undefined,
  language: Language,
  folderId: string | undefined,
): string {
  if (build === undefined) return page
  const query = folderId === undefined ? '' : `?${new URLSearchParams({ folderId }).toString()}`
  const texts = build.pathOf(`languages/${language}/library.json?with=prompt,shell`)
  const calls = [
    // The longest answer comes first.
    promptCalls.listPrompts.path + query,
    folderCalls.listFolders.path + query,
  ]
  // Prompts used last, which a phone lists at the root.
  const phoneCalls = folderId === undefined ? [shelfCalls.getShelf.path] : []
  return page
    .replace(
      '<html',
      () => `<html${attribute('calls', calls)}${attribute('phone-calls', phoneCalls)}`,
    )
    .replace('<!--next-->', () => `<link rel="modulepreload" href="${texts}" crossorigin>`)
}

function attribute(name: string, paths: readonly string[]): string {
  if (paths.length === 0) return ''
  return ` data-${name}="${escapeHtml(paths.map((path) => `/api/${path}`).join(' '))}"`
}

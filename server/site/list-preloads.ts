import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loginCheckCalls } from '#contract/accounts/login-check.ts'
import { folderCalls } from '#contract/folders.ts'
import { shelfCalls } from '#contract/shelf.ts'
import { promptCalls } from '#contract/prompts.ts'
import type { Language } from '#languages/languages.ts'
import { escapeHtml } from '#server/texts/escape-html.ts'

/** Vite's build manifest, by source file. */
type Manifest = Record<string, { file: string }>

/**
 * Returns a function that adds preload hints to the library's page, so that a browser fetches texts and lists alongside
 * the code instead of after it. The longest answer is among the first six requests, which a browser sends at once.
 */
export function readPreloads(
  webRoot: string,
): (page: string, language: Language, folderId: string | undefined) => string {
  const file = join(webRoot, '.vite/manifest.json')
  if (!existsSync(file)) return (page) => page
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const pathOf = (source: string) => {
    const built = manifest[source]
    if (built === undefined) throw new Error(`The client's build has no ${source}.`)
    return `/${built.file}`
  }
  return (page, language, folderId) => {
    const query = folderId === undefined ? '' : `?${new URLSearchParams({ folderId }).toString()}`
    const texts = pathOf(`languages/${language}/library.json?with=prompt,shell`)
    const next = [
      `<link rel="modulepreload" href="${texts}" crossorigin>`,
      preload(loginCheckCalls.checkLogin.path),
      preload(folderCalls.listFolders.path + query),
      // Prompts used last, which a phone lists at the root.
      folderId === undefined ? preload(shelfCalls.getShelf.path, ' media="(width <= 640px)"') : '',
    ]
    return page
      .replace('<!--first-->', () => preload(promptCalls.listPrompts.path + query))
      .replace('<!--next-->', () => next.join(''))
  }
}

function preload(path: string, media = ''): string {
  return `<link rel="preload" as="fetch"${media} href="${escapeHtml(`/api/${path}`)}" crossorigin>`
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loginCheckCalls } from '#contract/accounts/login-check.ts'
import { folderCalls } from '#contract/folders.ts'
import { promptCalls } from '#contract/prompts.ts'
import type { Language } from '#languages/languages.ts'
import { escapeHtml } from '#server/texts/escape-html.ts'

/** Vite's build manifest, by source file. */
type Manifest = Record<string, { file: string }>

const firstScreen = 'web/screens/library/library-screen.tsx'
const firstFont = 'web/ui/fonts/geist-mono.woff2'
const firstTexts = ['shell', 'library', 'prompt']

/**
 * Returns the preload hints with which a browser fetches the library's code, texts and lists in parallel with
 * its page, instead of one after the other.
 */
export function readPreloads(
  webRoot: string,
): (language: Language, folderId: string | undefined) => string {
  const file = join(webRoot, '.vite/manifest.json')
  if (!existsSync(file)) return () => ''
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const pathOf = (source: string) => {
    const built = manifest[source]
    if (built === undefined) throw new Error(`The client's build has no ${source}.`)
    return `/${built.file}`
  }
  return (language, folderId) => {
    const query = folderId === undefined ? '' : `?${new URLSearchParams({ folderId }).toString()}`
    const texts = firstTexts.map((name) => `languages/${language}/${name}.json`)
    const calls = [
      loginCheckCalls.checkLogin.path,
      folderCalls.listFolders.path + query,
      promptCalls.listPrompts.path + query,
    ]
    return [
      ...[firstScreen, ...texts].map((source) => `rel="modulepreload" href="${pathOf(source)}"`),
      ...calls.map((path) => `rel="preload" as="fetch" href="${escapeHtml(`/api/${path}`)}"`),
      `rel="preload" as="font" href="${pathOf(firstFont)}"`,
    ]
      .map((attributes) => `<link ${attributes} crossorigin>`)
      .join('')
  }
}

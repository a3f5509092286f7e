import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lists the distinct inline scripts of the built pages. */
export function listInlineScripts(webRoot: string | undefined): string[] {
  if (webRoot === undefined) return []
  const pages = ['index.html', 'landing.html', 'public.html', 'shared-prompt.html']
    .map((name) => join(webRoot, name))
    .filter(existsSync)
  const scripts = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)].map(
      ([, script = '']) => script,
    ),
  )
  return [...new Set(scripts)]
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isLanguage, languageCodes, type Localized } from '#languages/languages.ts'
import { ConfigError, type Config } from '#server/config/config.ts'
import { linkedTypes, type Page, type Pages } from '#server/config/pages.rules.ts'
import { renderMarkdown } from '#server/config/render-markdown.ts'

const text = new TextDecoder('utf-8', { fatal: true })

/** Passages for servers with plans, without plans, or with MONTHLY_CREDITS only. */
const passage = /<!-- (plans|no plans|allowance) -->(.*?)<!-- end -->/gs
/** A table row with only empty cells. */
const emptyRow = /^[| ]*\|[| ]*(?:\r?\n|$)/gm

type PageConfig = Pick<Config, 'pagesDir' | 'hasPlans' | 'monthlyCredits'>

/**
 * Reads and renders the static pages: `<language>/<type>.md`, each with its title as a heading in its first line.
 * Passages that do not apply to this server are omitted.
 *
 * @throws ConfigError when a page is missing in one of the languages, or has no title
 */
export async function readPages(config: PageConfig): Promise<Pages> {
  const directory = config.pagesDir
  const types = new Set<string>(linkedTypes)
  for (const file of await listFiles(directory)) {
    const [, language, type] = /^(\w+)\/([a-z0-9-]+)\.md$/.exec(file) ?? []
    if (isLanguage(language) && type !== undefined) types.add(type)
  }
  const readType = async (type: string) => {
    const pages = languageCodes.map(
      async (language) => [language, await readPage(config, join(language, `${type}.md`))] as const,
    )
    return [type, Object.fromEntries(await Promise.all(pages)) as Localized<Page>] as const
  }
  return new Map(await Promise.all([...types].map(readType)))
}

async function listFiles(directory: string): Promise<string[]> {
  try {
    return await readdir(directory, { recursive: true })
  } catch {
    throw broken(directory, 'which is not a directory that can be read')
  }
}

async function readPage(config: PageConfig, name: string): Promise<Page> {
  const directory = config.pagesDir
  const bytes = await readFile(join(directory, name)).catch(() => {
    throw broken(directory, `in which ${name} is missing or cannot be read`)
  })
  const source = decode(bytes)
  if (source === undefined) throw broken(directory, `in which ${name} is not text in UTF-8`)
  const [heading = '', ...body] = source.split(/\r?\n/)
  const title = /^# (.*)/.exec(heading)?.[1]?.trim()
  if (!title) throw broken(directory, `in which ${name} does not begin with a "# Title"`)
  return { title, content: renderMarkdown(cutPassages(body.join('\n'), config)) }
}

function cutPassages(text: string, { hasPlans, monthlyCredits }: PageConfig): string {
  const isTrue: Record<string, boolean> = {
    plans: hasPlans,
    'no plans': !hasPlans,
    allowance: monthlyCredits !== undefined,
  }
  return text
    .replaceAll(passage, (_all, about: string, inner: string) => (isTrue[about] ? inner : ''))
    .replaceAll(emptyRow, '')
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return text.decode(bytes)
  } catch {
    return undefined
  }
}

function broken(directory: string, fault: string): ConfigError {
  return new ConfigError(`PAGES_DIR is ${JSON.stringify(directory)}, ${fault}.`)
}

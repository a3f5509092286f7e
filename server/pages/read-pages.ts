import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '#server/config.ts'
import { linkedTypes, type Pages } from '#server/pages/pages.rules.ts'
import { renderMarkdown } from '#server/pages/render-markdown.ts'

const pageFile = /^(?<type>[a-z0-9-]+)\.(?:en|de)\.md$/
const text = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads and renders the static pages: `<type>.en.md` and `<type>.de.md`, each with its title as a
 * heading in its first line.
 *
 * @throws ConfigError when a page is missing, in one of the languages or in both, or is not one
 */
export async function readPages(directory: string): Promise<Pages> {
  const types = new Set<string>(linkedTypes)
  for (const name of await listFiles(directory)) {
    const type = pageFile.exec(name)?.groups?.['type']
    if (type !== undefined) types.add(type)
  }
  const entries = [...types].map(async (type) => {
    const english = await readPage(directory, `${type}.en.md`)
    const german = await readPage(directory, `${type}.de.md`)
    const page = {
      title: english.title,
      germanTitle: german.title,
      content: english.content,
      germanContent: german.content,
    }
    return [type, page] as const
  })
  return new Map(await Promise.all(entries))
}

async function listFiles(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch {
    throw broken(directory, 'which is not a directory that can be read')
  }
}

async function readPage(directory: string, name: string) {
  const bytes = await readFile(join(directory, name)).catch(() => {
    throw broken(directory, `in which ${name} is missing or cannot be read`)
  })
  const source = decode(bytes)
  if (source === undefined) throw broken(directory, `in which ${name} is not text in UTF-8`)
  const [heading = '', ...body] = source.split(/\r?\n/)
  const title = /^# (.*)/.exec(heading)?.[1]?.trim()
  if (!title) throw broken(directory, `in which ${name} does not begin with a "# Title"`)
  return { title, content: renderMarkdown(body.join('\n')) }
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

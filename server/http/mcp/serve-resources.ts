import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server'
import { parse as parseYaml } from 'yaml'
import * as z from 'zod/mini'
import type { Prompt } from '#contract/library/prompts.ts'
import { isSkillPrompt } from '#contract/transfer/skills/skill-prompt.ts'
import { writeSkill, type SkillFile } from '#contract/transfer/skills/write-skill.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import { ApiError } from '#server/core/api-error.ts'
import { findPrompt, findSkill, getPrompt, isMissing } from '#server/http/mcp/find-prompt.ts'
import { refuse } from '#server/http/mcp/fill-prompt.ts'
import { hasTooManyBraces } from '#server/http/mcp/inputs.rules.ts'
import type { Caller } from '#server/http/mcp/make-caller.ts'
import { answer } from '#server/http/mcp/tell-errors.ts'

/** The official extension that serves skills. */
export const skillsExtension = 'io.modelcontextprotocol/skills'

const promptScheme = 'promptshelf://prompts/'
const skillScheme = 'skill://'
const mainFile = 'SKILL.md'
const mimeType = 'text/markdown'
/** How long clients may cache lists and skills. Only their user's client may. */
export const freshness = { ttlMs: 30_000, cacheScope: 'private' } as const
/** The number of bytes in files after which a page of skills ends. */
const bytesListed = 4_000_000

/** Serves prompts and skills as resources, and lists skills with the digests of their files. */
export function serveResources(server: Server, caller: Caller): void {
  server.setRequestHandler('resources/list', ({ params }) =>
    answer(caller, async () => {
      const { skills, hasMore } = await caller.call('listSkills', { after: params?.cursor })
      const last = skills.at(-1)?.shortName
      return {
        resources: skills.map(({ name: title, shortName: name, description }) => ({
          uri: `${skillScheme}${name}/${mainFile}`,
          name,
          title,
          description,
          mimeType,
        })),
        ...(hasMore && last !== undefined && { nextCursor: last }),
      }
    }),
  )

  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: `${promptScheme}{id}`,
        name: 'prompt',
        title: 'Prompt',
        description: 'The text of a prompt, by its id or short name.',
        mimeType,
      },
      {
        uriTemplate: `${skillScheme}{name}/{file}`,
        name: 'skill',
        title: 'Skill',
        description: 'A file of a prompt as an Agent Skill, by its short name.',
        mimeType,
      },
    ],
  }))

  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    answer(caller, async () => ({ contents: [{ uri, mimeType, text: await read(caller, uri) }] })),
  )

  const cursor = z.looseObject({ cursor: z.optional(z.string()) })
  server.setRequestHandler('skills/list', { params: cursor }, (params) =>
    answer(caller, () => listEntries(caller, params.cursor)),
  )

  const named = z.looseObject({ uri: z.string() })
  server.setRequestHandler('skills/get', { params: named }, ({ uri }) =>
    answer(caller, async () => {
      const [name = '', file] = partsOf(uri)
      if (file !== mainFile) throw refuse('There is no skill at this address.')
      const files = await filesOf(caller, name)
      return { skill: toEntry(files), ...freshness }
    }),
  )
}

async function read(caller: Caller, uri: string): Promise<string> {
  try {
    if (uri.startsWith(promptScheme)) {
      const id = uri.slice(promptScheme.length)
      return toPlainText((await findPrompt(caller, id)).prompt)
    }
    const [name, path] = partsOf(uri)
    const files = name === undefined ? [] : await filesOf(caller, name)
    const file = files.find((one) => one.path === `${name}/${path}`)
    if (file !== undefined) return file.text
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.errorCode === 'invalid_request'
    if (!isUnknown && !isMissing(error)) throw error
  }
  throw new ResourceNotFoundError(uri)
}

/** The short name and the file of a skill's address. */
function partsOf(uri: string): [name?: string, file?: string] {
  const [, name, file] = /^skill:\/\/([^/]{1,100})\/([^/]{1,100})$/.exec(uri) ?? []
  return name === undefined || file === undefined ? [] : [name, file]
}

/** @throws ApiError `invalid_request` if no prompt has exactly this short name */
async function filesOf(caller: Caller, name: string): Promise<SkillFile[]> {
  const files = filesOfPrompt(await getPrompt(caller, await findSkill(caller, name)))
  if (files[0]?.path !== `${name}/${mainFile}`) throw refuse('There is no skill at this address.')
  return files
}

function filesOfPrompt(prompt: Prompt): SkillFile[] {
  return isSkillPrompt(prompt) && !hasTooManyBraces(prompt) ? writeSkill(prompt) : []
}

/** A page of skills with their files, which are written one by one to save memory. */
async function listEntries(caller: Caller, after: string | undefined) {
  const page = await caller.call('listSkills', { after })
  const skills: object[] = []
  let bytes = 0
  let last: string | undefined
  for (const skill of page.skills) {
    if (bytes >= bytesListed) break
    await nextTurn()
    last = skill.shortName
    try {
      const files = filesOfPrompt(await getPrompt(caller, skill))
      if (files.length === 0) continue
      skills.push(toEntry(files))
      bytes += files.reduce((sum, { text }) => sum + text.length, 0)
    } catch (error) {
      // Deleted since then.
      if (!isMissing(error)) throw error
    }
  }
  const hasMore = page.hasMore || last !== page.skills.at(-1)?.shortName
  return { skills, ...(hasMore && last !== undefined && { nextCursor: last }), ...freshness }
}

function toEntry(files: readonly SkillFile[]): object {
  const text = files[0]?.text ?? ''
  const matter = text.slice('---\n'.length, text.indexOf('\n---\n') + 1)
  const resources = files.map((file) => ({
    uri: `${skillScheme}${file.path}`,
    digest: `sha256:${hash('sha256', file.text)}`,
    size: Buffer.byteLength(file.text),
  }))
  return { uri: resources[0]?.uri, frontmatter: parseYaml(matter) as object, resources }
}

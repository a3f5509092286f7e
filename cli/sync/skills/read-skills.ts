import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { AnswerOf } from '#contract/core/call.ts'
import type { Client } from '#contract/core/client.ts'
import type { tokenCalls } from '#contract/accounts/tokens.ts'
import { Prompt } from '#contract/library/prompts.ts'
import { isSkillPrompt, type SkillPrompt } from '#contract/transfer/skills/skill-prompt.ts'
import { writeNewFile } from '#cli/core/write-new-file.ts'
import { configPath } from '#cli/server/config-file.ts'
import { readLibrary } from '#cli/sync/library.ts'
import { CopiedLibrary } from '#cli/sync/sync-state.ts'

/** The prompts with a short name when they were last read, and whose they are. */
const Copy = z.object({ of: z.string(), library: CopiedLibrary, skills: z.array(Prompt) })

type Source = {
  client: Client
  /** The origin of the server. */
  server: string
  token: AnswerOf<typeof tokenCalls.describeToken>
  environment: NodeJS.ProcessEnv
}

/** Reads the prompts with a short name: what has changed since the last time, and the rest from a copy. */
export async function readSkills(source: Source): Promise<SkillPrompt[]> {
  const { client, server, token, environment } = source
  const root = token.folder?.id ?? null
  const of = [server, token.accountId, root].join(' ')
  // Next to the tokens, where only the user can read it.
  const file = join(dirname(configPath(environment)), 'skills.json')
  const copy = token.accountId === undefined ? undefined : readCopy(file, of)
  const state = { root, library: copy?.library, prompts: {} }
  const { prompts, changed } = await readLibrary(client, state)
  const known = copy?.skills.filter(({ id }) => prompts.has(id) && !changed.has(id)) ?? []
  const current = [...changed.values()].filter(({ id }) => prompts.has(id))
  const skills = [...known, ...current].filter(isSkillPrompt)
  const isNew = state.library?.cursor !== copy?.library.cursor
  if (isNew && state.library !== undefined) writeCopy(file, { of, library: state.library, skills })
  return skills
}

function readCopy(file: string, of: string): z.output<typeof Copy> | undefined {
  try {
    const copy = z.parse(Copy, JSON.parse(readFileSync(file, 'utf8')))
    return copy.of === of ? copy : undefined
  } catch {
    return undefined
  }
}

function writeCopy(file: string, copy: z.output<typeof Copy>): void {
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeNewFile(draft, JSON.stringify(copy), { mode: 0o600 })
    chmodSync(draft, 0o600)
    renameSync(draft, file)
  } catch {
    // Without a copy, everything is read the next time.
  } finally {
    rmSync(draft, { force: true })
  }
}

import { calls } from '#contract/calls.ts'
import type { ImportEntry } from '#contract/transfer/import.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import type { TestApp } from '#tests/support/library-test.ts'

export const color = 'f1f5f9'
export const attempt = '0123456789abcdef'.repeat(2)

/** A folder with prompts in it, and one prompt at the root. */
export function makeEntries(prompts: number): ImportEntry[] {
  return [
    { kind: 'folder', in: null, name: 'Poems', color: '4ECDC4' },
    ...Array.from({ length: prompts }, (_, count) => ({
      kind: 'prompt' as const,
      in: count === 0 ? null : 0,
      name: `Poem ${count}`,
      color,
      prompt: `Text ${count} about {<b>topic</b>}`,
    })),
  ]
}

/** Sends some entries of an import. */
export function send(user: ApiUser, all: readonly ImportEntry[], from = 0, to = all.length) {
  const file = { attempt, name: 'poems.json', total: all.length }
  return user.call(calls.importEntries, { ...file, from, entries: all.slice(from, to) })
}

export async function namesIn(app: TestApp): Promise<string[]> {
  const rows = await app.db.selectFrom('prompts').select('name').orderBy('rid').execute()
  return rows.map(({ name }) => name)
}

export const numbered = (count: number) => Array.from({ length: count }, (_, at) => `Poem ${at}`)

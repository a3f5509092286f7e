import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Library, LibraryWriter } from './library-writer.ts'
import type { LibraryCopy } from '#tests/support/clients/library-copy.ts'
import type { SiteUser } from '#tests/support/clients/site-user.ts'

type Held = {
  folders: { id: string; name: string; parentId: string | null }[]
  prompts: {
    id: string
    name: string
    prompt: string
    notes: string | null
    folderId: string | null
  }[]
}

/** Checks that a copy, which has followed the changes so far, then equals the library. */
export async function checkCopy(user: SiteUser, copy: LibraryCopy): Promise<void> {
  await copy.catchUp()
  const held = (await user.ask(calls.downloadAccount, {})) as unknown as Held
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  const { folders, prompts } = copy.rows()
  expect(folders.map(toHeldFolder)).toEqual(held.folders.toSorted(byId).map(toHeldFolder))
  expect(prompts.map(toHeldPrompt)).toEqual(held.prompts.toSorted(byId).map(toHeldPrompt))
}

function toHeldFolder({ id, name, parentId }: Held['folders'][number]) {
  return { id, name, parentId }
}

function toHeldPrompt({ id, name, prompt, notes, folderId }: Held['prompts'][number]) {
  return { id, name, prompt, notes, folderId }
}

type Fates = { done: number; undone: number }

/**
 * Checks that an account has exactly what was acknowledged to its writers, byte for byte. The writers continue
 * from there. Returns how many unanswered requests took effect.
 */
export async function checkLibrary(user: SiteUser, writers: LibraryWriter[]): Promise<Fates> {
  const unanswered = { done: 0, undone: 0 }
  const held = (await user.ask(calls.downloadAccount, {})) as unknown as Held
  const nameOf = new Map(held.folders.map(({ id, name }) => [id, name]))
  const toName = (id: string | null) => (id === null ? null : (nameOf.get(id) ?? 'nowhere'))
  for (const writer of writers) {
    const isOwn = ({ name }: { name: string }) => name.startsWith(`${writer.name} `)
    const prompts = held.prompts.filter(isOwn)
    const folders = held.folders.filter(isOwn)
    const found: Library = {
      prompts: new Map(
        prompts.map(({ name, prompt, notes, folderId }) => [
          name,
          { name, prompt, notes, folder: toName(folderId) },
        ]),
      ),
      folders: new Map(folders.map(({ name, parentId }) => [name, toName(parentId)])),
    }
    const possible = writer.possible().map(toPlain)
    const plain = toPlain(found)
    // The second state results from an unanswered request that took effect.
    const which = possible.findIndex((one) => JSON.stringify(one) === JSON.stringify(plain))
    expect(plain).toEqual(possible[Math.max(which, 0)])
    if (possible.length > 1) unanswered[which === 1 ? 'done' : 'undone'] += 1
    writer.settle(found, { prompts: toIds(prompts), folders: toIds(folders) })
  }
  await checkCounts(user, held)
  return unanswered
}

/** Checks the counts on the root's folders, and a search for one of the prompts. */
async function checkCounts(user: SiteUser, held: Held): Promise<void> {
  const { folders } = await user.ask(calls.listFolders, {})
  for (const { id, promptCount, folderCount } of folders) {
    expect([promptCount, folderCount]).toEqual([
      held.prompts.filter(({ folderId }) => folderId === id).length,
      held.folders.filter(({ parentId }) => parentId === id).length,
    ])
  }
  const last = held.prompts.at(-1)
  if (last === undefined) return
  const { prompts } = await user.ask(calls.searchPrompts, { search: last.name })
  expect(prompts.map(({ id }) => id)).toContain(last.id)
}

function toPlain({ prompts, folders }: Library) {
  const byName = <Value>([one]: [string, Value], [other]: [string, Value]) => (one < other ? -1 : 1)
  return { prompts: [...prompts].toSorted(byName), folders: [...folders].toSorted(byName) }
}

function toIds(all: { id: string; name: string }[]): Map<string, string> {
  return new Map(all.map(({ id, name }) => [name, id]))
}

import type { Call, InputOf } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import type { Chance } from '#tests/support/chance.ts'
import type { SiteUser } from '#tests/support/clients/site-user.ts'

type Prompt = { name: string; prompt: string; notes: string | null; folder: string | null }
/** The contents of a library by name, since an id is known only once acknowledged. */
export type Library = { prompts: Map<string, Prompt>; folders: Map<string, string | null> }

type Step = {
  call: Call
  input: object
  apply: (library: Library, id: string) => void
  /** The fields of the answer that are recorded. */
  remember?: (trashId: string) => void
}

const texts = [
  'Write about {<b>topic</b>}.',
  'Grüße an {<b>Straße</b>} – „kurz“ 🪴\n\ttabs and trailing spaces  \n',
  `long ${'wörter und words '.repeat(400)}`,
]

/**
 * Changes a library continuously, one request at a time, and tracks its expected contents: everything
 * acknowledged, and either all or nothing of an unanswered request. Several writers may share an account; each
 * changes only what it has created itself.
 */
export function libraryWriter(user: SiteUser, name: string, chance: Chance) {
  let known: Library = { prompts: new Map(), folders: new Map() }
  let unanswered: Step | undefined
  let failure: string | undefined
  const promptIds = new Map<string, string>()
  const folderIds = new Map<string, string>()
  const trash: { trashId: string; prompts: Prompt[] }[] = []
  let count = 0
  let acknowledged = 0

  const any = (names: Iterable<string>) => {
    const all = [...names]
    return all[chance(all.length)]
  }
  const text = () => ({
    prompt: `${name} ${count} ${texts[chance(texts.length)]}`,
    notes: chance(2) === 0 ? null : `Notes ${count}`,
    color: 'f1f5f9',
  })
  const step = <C extends Call>(call: C, input: InputOf<C>, apply: Step['apply']): Step => ({
    call,
    input: input as object,
    apply,
  })

  function nextStep(): Step {
    count += 1
    const folder = chance(3) === 0 ? undefined : any(known.folders.keys())
    const folderId = (folder && folderIds.get(folder)) ?? null
    const prompt = any(namesWithIds())
    const kind = chance(14)
    if (prompt === undefined || kind < 4) return makePrompt(folder, folderId)
    const promptId = promptIds.get(prompt) ?? ''
    if (kind < 6) return changePrompt(prompt, promptId)
    if (kind === 6) {
      return step(calls.movePrompt, { promptId, folderId: folderId ?? 'root' }, ({ prompts }) => {
        const moved = prompts.get(prompt)
        if (moved) prompts.set(prompt, { ...moved, folder: folder ?? null })
      })
    }
    if (kind === 7) return deletePrompts([prompt])
    if (kind === 10) return deletePrompts(namesWithIds().slice(0, 3))
    if (kind === 11) return restore() ?? makePrompt(folder, folderId)
    if (kind === 12) return movePrompts(namesWithIds().slice(-3), folder, folderId)
    if (kind === 13) return importPrompts(folder, folderId)
    if (kind === 8 || folder === undefined || folderId === null) {
      return makeFolder(folder, folderId)
    }
    return step(calls.deleteFolder, { folderId }, (library) => deleteFolder(library, folder))
  }

  function makePrompt(folder: string | undefined, folderId: string | null): Step {
    const made = `${name} prompt ${count}`
    const written = text()
    return step(calls.createPrompt, { folderId, name: made, ...written }, ({ prompts }, id) => {
      prompts.set(made, toPrompt(made, written, folder ?? null))
      promptIds.set(made, id)
    })
  }

  function changePrompt(previous: string, promptId: string): Step {
    const changed = `${name} changed ${count}`
    const written = text()
    return step(calls.updatePrompt, { promptId, name: changed, ...written }, ({ prompts }) => {
      const { folder = null } = prompts.get(previous) ?? {}
      prompts.delete(previous)
      prompts.set(changed, toPrompt(changed, written, folder))
      promptIds.set(changed, promptId)
    })
  }

  function deletePrompts(names: string[]): Step {
    const promptIds = idsOf(names)
    const prompts = names.flatMap((one) => known.prompts.get(one) ?? [])
    const [promptId = ''] = promptIds
    const deleted =
      promptIds.length === 1
        ? { call: calls.deletePrompt, input: { promptId } }
        : { call: calls.deleteSelection, input: { promptIds } }
    return {
      ...deleted,
      apply: (library) => names.forEach((one) => library.prompts.delete(one)),
      remember: (trashId) => trash.push({ trashId, prompts }),
    }
  }

  function restore(): Step | undefined {
    const item = trash.pop()
    if (item === undefined) return undefined
    return step(calls.restoreTrash, { trashId: item.trashId }, ({ prompts, folders }) => {
      for (const prompt of item.prompts) {
        const { folder } = prompt
        const isThere = folder !== null && folders.has(folder)
        prompts.set(prompt.name, { ...prompt, folder: isThere ? folder : null })
      }
    })
  }

  function movePrompts(names: string[], folder: string | undefined, folderId: string | null): Step {
    const change = { promptIds: idsOf(names), folderId: folderId ?? 'root', color: '4ECDC4' }
    return step(calls.changeSelection, { changes: [change] }, ({ prompts }) => {
      for (const one of names) {
        const moved = prompts.get(one)
        if (moved) prompts.set(one, { ...moved, folder: folder ?? null })
      }
    })
  }

  function importPrompts(folder: string | undefined, folderId: string | null): Step {
    const attempt = Array.from({ length: 32 }, () => chance(16).toString(16)).join('')
    const made = [1, 2, 3].map((at) => ({ name: `${name} import ${count}.${at}`, ...text() }))
    const entries = made.map((prompt) => ({ kind: 'prompt' as const, in: folderId, ...prompt }))
    const batch = { attempt, name: 'prompts.json', total: entries.length, from: 0, entries }
    return step(calls.importEntries, batch, ({ prompts }) => {
      for (const one of made) prompts.set(one.name, toPrompt(one.name, one, folder ?? null))
    })
  }

  /** The ids of imported items are unknown until they have been read. */
  const namesWithIds = () => [...known.prompts.keys()].filter((one) => promptIds.has(one))
  const idsOf = (names: string[]) => names.map((one) => promptIds.get(one) ?? '')

  function makeFolder(parent: string | undefined, folderId: string | null): Step {
    const made = `${name} folder ${count}`
    const input = { folderId, name: made, color: '4ECDC4' }
    return step(calls.createFolder, input, ({ folders }, id) => {
      folders.set(made, parent ?? null)
      folderIds.set(made, id)
    })
  }

  return {
    name,
    acknowledged: () => acknowledged,
    /** Writes until `isOver` or until a request fails; returns the statuses of 500 and above. */
    async write(isOver: () => boolean, onAcknowledged = () => {}): Promise<number[]> {
      const refusals: number[] = []
      while (!isOver()) {
        const next = nextStep()
        unanswered = next
        try {
          const { status, code, answer } = await user.call(next.call, next.input)
          unanswered = undefined
          if (status === 200) {
            const { id = '', trashId = '' } = answer as { id?: string; trashId?: string }
            next.apply(known, id)
            next.remember?.(trashId)
            acknowledged += 1
            onAcknowledged()
          } else if (status >= 500) {
            refusals.push(status)
            // A failed request may have taken effect, as when the answer to a commit is lost.
            unanswered = next
            return refusals
          } else {
            throw new Error(`${next.call.path} was rejected: ${status} ${code}`)
          }
        } catch (error) {
          if (error instanceof Error && error.message.includes('was rejected')) throw error
          failure = codeOf(error)
          return refusals
        }
      }
      return refusals
    },
    /** The possible contents: one state, or two after an unanswered request. */
    possible(): Library[] {
      if (unanswered === undefined) return [known]
      const after = copyOf(known)
      unanswered.apply(after, '')
      return [known, after]
    },
    /** Expects that the unanswered request had no effect. Returns the code of the connection failure. */
    expectUndone(): string | undefined {
      unanswered = undefined
      return failure
    },
    /** Expects these contents from now on. */
    settle(found: Library, ids: { prompts: Map<string, string>; folders: Map<string, string> }) {
      known = copyOf(found)
      unanswered = undefined
      // The restoration may have been done.
      trash.length = 0
      for (const [made, id] of ids.prompts) promptIds.set(made, id)
      for (const [made, id] of ids.folders) folderIds.set(made, id)
    },
  }
}

export type LibraryWriter = ReturnType<typeof libraryWriter>

function toPrompt(
  name: string,
  { prompt, notes }: { prompt: string; notes: string | null },
  folder: string | null,
): Prompt {
  return { name, prompt, notes, folder }
}

function deleteFolder(library: Library, folder: string): void {
  library.folders.delete(folder)
  for (const [name, prompt] of library.prompts) {
    if (prompt.folder === folder) library.prompts.delete(name)
  }
  for (const [name, parent] of library.folders) {
    if (parent === folder) deleteFolder(library, name)
  }
}

/** `fetch` has the connection's error as its cause. */
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code ?? String(error)
}

function copyOf({ prompts, folders }: Library): Library {
  return { prompts: new Map(prompts), folders: new Map(folders) }
}

import type { Call, InputOf } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import type { Chance } from '#tests/support/chance.ts'
import type { SiteUser } from './site-user.ts'

type Prompt = { name: string; prompt: string; notes: string | null; folder: string | null }
/** What lies in a library: prompts and folders by name, since an id is known only once acknowledged. */
export type Library = { prompts: Map<string, Prompt>; folders: Map<string, string | null> }

type Step = { call: Call; input: object; apply: (library: Library, id: string) => void }

const texts = [
  'Write about {<b>topic</b>}.',
  'Grüße an {<b>Straße</b>} – „kurz“ 🪴\n\ttabs and trailing spaces  \n',
  `long ${'wörter und words '.repeat(400)}`,
]

/**
 * Changes a library without a pause, one request at a time, and keeps what must be there: everything
 * acknowledged, and of the request that got no answer either all or nothing. Several may write to one
 * account, each to what it has made itself.
 */
export function libraryWriter(user: SiteUser, name: string, chance: Chance) {
  let known: Library = { prompts: new Map(), folders: new Map() }
  let unanswered: Step | undefined
  let failure: string | undefined
  const promptIds = new Map<string, string>()
  const folderIds = new Map<string, string>()
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
    const prompt = any(known.prompts.keys())
    const kind = chance(10)
    if (prompt === undefined || kind < 4) return makePrompt(folder, folderId)
    const promptId = promptIds.get(prompt) ?? ''
    if (kind < 6) return changePrompt(prompt, promptId)
    if (kind === 6) {
      return step(calls.movePrompt, { promptId, folderId: folderId ?? 'root' }, ({ prompts }) => {
        const moved = prompts.get(prompt)
        if (moved) prompts.set(prompt, { ...moved, folder: folder ?? null })
      })
    }
    if (kind === 7) {
      return step(calls.deletePrompt, { promptId }, ({ prompts }) => prompts.delete(prompt))
    }
    if (kind === 8 || folder === undefined || folderId === null) {
      return makeFolder(folder, folderId)
    }
    return step(calls.deleteFolder, { folderId }, (library) => deleteFolder(library, folder))
  }

  function makePrompt(folder: string | undefined, folderId: string | null): Step {
    const made = `${name} prompt ${count}`
    const said = text()
    return step(calls.createPrompt, { folderId, name: made, ...said }, ({ prompts }, id) => {
      prompts.set(made, toPrompt(made, said, folder ?? null))
      promptIds.set(made, id)
    })
  }

  function changePrompt(former: string, promptId: string): Step {
    const changed = `${name} changed ${count}`
    const said = text()
    return step(calls.updatePrompt, { promptId, name: changed, ...said }, ({ prompts }) => {
      const { folder = null } = prompts.get(former) ?? {}
      prompts.delete(former)
      prompts.set(changed, toPrompt(changed, said, folder))
      promptIds.set(changed, promptId)
    })
  }

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
    /** Goes on until told to stop, or until an answer does not come; gives the refusals it met. */
    async write(isOver: () => boolean, told = () => {}): Promise<number[]> {
      const refusals: number[] = []
      while (!isOver()) {
        const next = nextStep()
        unanswered = next
        try {
          const { status, code, answer } = await user.call(next.call, next.input)
          unanswered = undefined
          if (status === 200) {
            next.apply(known, (answer as { id?: string }).id ?? '')
            acknowledged += 1
            told()
          } else if (status >= 500) {
            refusals.push(status)
            // An answer of 500 and above may come after the deed, as in a commit without an answer.
            unanswered = next
            return refusals
          } else {
            throw new Error(`${next.call.path} was refused: ${status} ${code}`)
          }
        } catch (error) {
          if (error instanceof Error && error.message.includes('was refused')) throw error
          failure = codeOf(error)
          return refusals
        }
      }
      return refusals
    },
    /** What may be in the library now: one state, or two where a request got no answer. */
    possible(): Library[] {
      if (unanswered === undefined) return [known]
      const after = copyOf(known)
      unanswered.apply(after, '')
      return [known, after]
    },
    /**
     * Holds the server to not having done what it has not answered; gives the code of the failure that
     * kept the answer away.
     */
    expectUndone(): string | undefined {
      unanswered = undefined
      return failure
    },
    /** Takes what is in the library as known from now on. */
    settle(found: Library, ids: { prompts: Map<string, string>; folders: Map<string, string> }) {
      known = copyOf(found)
      unanswered = undefined
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

/** `fetch` tells what happened to a connection as the cause of its own failure. */
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code ?? String(error)
}

function copyOf({ prompts, folders }: Library): Library {
  return { prompts: new Map(prompts), folders: new Map(folders) }
}

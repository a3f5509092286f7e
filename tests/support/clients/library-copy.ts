import { calls } from '#contract/calls.ts'
import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import { CallError } from '#tests/support/site-client.ts'
import type { CopiedFolder, CopiedPrompt } from '#contract/library/changes.ts'

export type Page = AnswerOf<typeof calls.listChanges>

/** Makes a call and returns its answer. */
type Ask = <C extends Call>(call: C, input: InputOf<C>) => Promise<AnswerOf<C>>

/** A client's copy of a library or of a folder, which follows its changes as the contract describes. */
export class LibraryCopy {
  readonly folders = new Map<string, CopiedFolder>()
  readonly prompts = new Map<string, CopiedPrompt>()
  myValues: Page['myValues']
  cursor: string | undefined
  readonly #ask: Ask
  readonly #folderId: string | undefined

  constructor(ask: Ask, folderId?: string) {
    this.#ask = ask
    this.#folderId = folderId
  }

  /** Requests all changes since the cursor. Returns the answers. */
  async catchUp(): Promise<Page[]> {
    const pages: Page[] = []
    const scope = this.#folderId === undefined ? {} : { folderId: this.#folderId }
    let { cursor } = this
    do {
      const after = cursor === undefined ? {} : { after: cursor }
      const page = await this.#ask(calls.listChanges, { ...scope, ...after }).catch(
        (error: unknown) => {
          const isUnknown = error instanceof CallError && error.code === 'not_found'
          if (!isUnknown || cursor === undefined) throw error
          return undefined
        },
      )
      if (page === undefined) {
        // The library was restored from a backup.
        this.#clear()
        return [...pages, ...(await this.catchUp())]
      }
      pages.push(page)
      for (const folder of page.folders) this.folders.set(folder.id, folder)
      for (const prompt of page.prompts) this.prompts.set(prompt.id, prompt)
      this.myValues = page.myValues ?? this.myValues
      cursor = page.next
    } while (pages.at(-1)?.hasMore)
    const hasRemoved = pages.some((page) => page.hasRemoved)
    const ids = hasRemoved ? await this.#ask(calls.listIds, scope) : undefined
    // Not before: if a request fails, the next ones repeat those of this time.
    this.cursor = cursor
    if (ids === undefined) return pages
    const left = new Set([...ids.folders, ...ids.prompts])
    for (const rows of [this.folders, this.prompts]) {
      for (const id of rows.keys()) if (!left.has(id)) rows.delete(id)
    }
    const isComplete = left.size === this.folders.size + this.prompts.size
    if (this.#folderId === undefined || isComplete) return pages
    // Rows have moved into the folder, unless they are among later changes.
    if (ids.next === this.cursor) this.#clear()
    return [...pages, ...(await this.catchUp())]
  }

  #clear(): void {
    this.folders.clear()
    this.prompts.clear()
    this.cursor = undefined
  }

  /** Its rows in the order of their ids. */
  rows() {
    const sorted = <Row extends { id: string }>(rows: ReadonlyMap<string, Row>) =>
      [...rows.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
    return { folders: sorted(this.folders), prompts: sorted(this.prompts) }
  }
}

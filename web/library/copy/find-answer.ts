import * as z from 'zod/mini'
import type { AnswerOf, Call } from '#contract/core/call.ts'
import { folderCalls } from '#contract/library/folders.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import { shelfCalls } from '#contract/library/shelf.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { LibraryCopy } from './library-copy.ts'
import { searchCopy } from './search-copy.ts'

/** Milliseconds of folding at a time. */
const foldingTime = 8

/** Returns a function to whether the time for folding is over. */
export function stopInTime(): () => boolean {
  const end = performance.now() + foldingTime
  return () => performance.now() > end
}

type Find = (copy: LibraryCopy, input: object) => unknown

/** The reads that a complete copy answers, by their paths; searches only once nearly all prompts are folded. */
const finders = new Map<string, Find>([
  finder(promptCalls.listPrompts, (copy, { folderId }) => copy.listPrompts(folderId ?? null)),
  finder(promptCalls.getPrompt, (copy, { promptId }) => copy.getPrompt(promptId)),
  finder(shelfCalls.getShelf, (copy) => copy.getShelf()),
  finder(promptCalls.searchPrompts, (copy, input) =>
    copy.foldAhead(stopInTime()) ? searchCopy(copy, input) : undefined,
  ),
  finder(folderCalls.listFolders, (copy, { folderId }) => copy.listFolders(folderId ?? null)),
  finder(folderCalls.listFolderTree, (copy) => copy.listFolderTree()),
  finder(folderCalls.countFolderContents, (copy, { folderId }) =>
    copy.countFolderContents(folderId),
  ),
  finder(shelfCalls.listPromptNames, (copy, { after }) =>
    after === undefined ? copy.listPromptNames() : undefined,
  ),
])

function finder<C extends Call>(
  call: C,
  find: (copy: LibraryCopy, input: z.output<C['input']>) => AnswerOf<C> | undefined,
): [string, Find] {
  return [
    call.path,
    (copy, input) => {
      const checked = z.safeParse(call.input, input)
      return checked.success ? find(copy, checked.data as z.output<C['input']>) : undefined
    },
  ]
}

/** Whether a complete copy can answer a call. */
export function isCopied({ path }: Call): boolean {
  return finders.has(path)
}

/**
 * Answers a call from a complete copy; undefined if only the server can, or returns an error.
 *
 * @throws ApiError `not_found` for what has been removed
 */
export function findAnswer(copy: LibraryCopy, call: Call, input: object): unknown {
  for (const id of Object.values(input)) {
    if (copy.removed.has(String(id))) throw new ApiError(404, { code: 'not_found', msg: '' })
  }
  return finders.get(call.path)?.(copy, input)
}

import { useEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { LibraryFile } from '#contract/transfer/library-file.ts'
import type { FolderTree } from '#web/library/tree/folder-tree.ts'
import { allPromptNamesQuery } from '#web/library/list-prompt-names.ts'
import { trashQuery } from '#web/library/list-trash.ts'
import { withoutTrash } from '#contract/transfer/without-trash.ts'
import { findFolders, findNamesakes, findSame } from './existing.ts'
import type { ImportTree } from './import-tree.ts'

const none: ReadonlySet<number> = new Set()
const noFolders: ReadonlyMap<string, string> = new Map()

/**
 * Finds what the library has already: existing folders by the ids of the file, and prompts with the same name and text,
 * in any folder.
 *
 * @param folders undefined while they load
 * @param into undefined for a new folder, which has nothing in it yet
 */
export function useSamePrompts(
  tree: ImportTree,
  folders: FolderTree | undefined,
  into: string | null | undefined,
) {
  const names = useQuery(allPromptNamesQuery)
  const existing = useMemo(
    () => (into === undefined || !folders ? noFolders : findFolders(tree, folders, into)),
    [tree, folders, into],
  )
  const namesakes = useMemo(() => names.data && findNamesakes(tree, names.data), [tree, names.data])
  const [found, setFound] = useState<{
    of: typeof namesakes
    same: ReadonlySet<number>
    hasFailed: boolean
  }>()
  useEffect(() => {
    if (!namesakes) return
    const abort = new AbortController()
    findSame(tree, namesakes, abort.signal).then(
      (same) => setFound({ of: namesakes, same, hasFailed: false }),
      // Prompts that could not be compared count as new.
      () => abort.signal.aborted || setFound({ of: namesakes, same: none, hasFailed: true }),
    )
    return () => abort.abort()
  }, [tree, namesakes])
  const isKnown = namesakes !== undefined && found?.of === namesakes
  return {
    existing,
    same: isKnown ? found.same : none,
    isComparing: !isKnown && !names.error,
    hasFailed: names.isError || (isKnown && found.hasFailed),
  }
}

/** Returns the file without the trash items that the library has already. */
export function useNewTrash(library: LibraryFile) {
  const isAsked = library.trash.length > 0
  const { data, isError, isPending } = useQuery({ ...trashQuery, enabled: isAsked })
  const rest = useMemo(() => withoutTrash(library, data?.items ?? []), [library, data])
  return {
    rest,
    isComparing: isAsked && isPending,
    hasFailed: isAsked && (isError || data?.hasMore === true),
  }
}

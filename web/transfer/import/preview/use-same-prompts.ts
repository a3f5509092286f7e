import { useEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { groupBy } from '#contract/core/group-by.ts'
import { findFolders, findSame } from '#contract/transfer/find-known.ts'
import type { LibraryFile } from '#contract/transfer/library-file.ts'
import { send } from '#web/api/send.ts'
import type { FolderTree } from '#web/library/tree/folder-tree.ts'
import { allPromptNamesQuery } from '#web/library/list-prompt-names.ts'
import { trashQuery } from '#web/library/list-trash.ts'
import { withoutTrash } from '#contract/transfer/without-trash.ts'

const none: ReadonlySet<number> = new Set()
const noFolders: ReadonlyMap<string, string> = new Map()

/** The maximum number of ids: a library may have thousands of prompts named "Untitled". */
const mostNamesakes = 20

/**
 * Finds items that the library already has: existing folders by the ids of the file, and prompts with the same name and
 * text,
 * in any folder.
 *
 * @param folders undefined while they load
 * @param into undefined for a new folder, which has nothing in it yet
 */
export function useSamePrompts(
  library: LibraryFile,
  folders: FolderTree | undefined,
  into: string | null | undefined,
) {
  const names = useQuery(allPromptNamesQuery)
  const existing = useMemo(
    () =>
      into === undefined || !folders
        ? noFolders
        : findFolders(
            library.folders,
            folders.rows(() => true),
            into,
          ),
    [library, folders, into],
  )
  const compare = useMemo(() => {
    if (!names.data) return undefined
    const known = groupBy(names.data, ({ name }) => name)
    return (signal: AbortSignal) =>
      findSame(send, library.prompts, ({ name }) => name.trim(), known, {
        signal,
        most: mostNamesakes,
      })
  }, [library, names.data])
  const [found, setFound] = useState<{
    of: typeof compare
    same: ReadonlySet<number>
    hasFailed: boolean
  }>()
  useEffect(() => {
    if (!compare) return
    const abort = new AbortController()
    compare(abort.signal).then(
      (same) => setFound({ of: compare, same, hasFailed: false }),
      // Prompts that could not be compared count as new.
      () => abort.signal.aborted || setFound({ of: compare, same: none, hasFailed: true }),
    )
    return () => abort.abort()
  }, [compare])
  const isKnown = compare !== undefined && found?.of === compare
  return {
    existing,
    same: isKnown ? found.same : none,
    isComparing: !isKnown && !names.error,
    hasFailed: names.isError || (isKnown && found.hasFailed),
  }
}

/** Returns the file without the trash items that the library already has. */
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

import { useEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { PathFolder, TreeFolder } from '#contract/library/folders.ts'
import { isSearchable } from '#contract/library/search/searchable.ts'
import type { PromptName } from '#contract/library/shelf.ts'
import { toShortNameStart } from '#contract/core/short-names.ts'
import type { PromptBasics } from '#web/library/commands.ts'
import { toFolderTree, type FolderTree } from '#web/library/tree/folder-tree.ts'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { shelfQuery } from '#web/library/get-shelf.ts'
import { promptNamesQuery } from '#web/library/list-prompt-names.ts'
import { librarySearchQuery } from '#web/library/search-library.ts'
import { excerptOf, marksOfWords, type ExcerptPart } from './excerpt.ts'
import { closestOf, indexNames, rankNames, type Closeness, type Mark } from './rank-names.ts'
import type { VerbKey } from './verbs.ts'

/** A row of the palette. */
export type Entry =
  | {
      kind: 'prompt'
      id: string
      group: 'prompts' | 'recents' | 'unused' | 'texts'
      prompt: PromptBasics
      isFavourite: boolean
      marks: readonly Mark[]
      /** Its short name, after a slash. */
      called?: { text: string; marks: readonly Mark[] } | undefined
      /** Names of the enclosing folders, innermost last. */
      path: readonly string[]
      excerpt?: ExcerptPart[]
    }
  | {
      kind: 'folder'
      id: string
      group: 'folders'
      folder: { id: string; name: string; color: string }
      marks: readonly Mark[]
      /** Names of the enclosing folders, innermost last. */
      path: readonly string[]
    }
  | {
      kind: 'verb'
      id: string
      group: 'verbs'
      icon: LucideIcon
      label: string
      verbKey?: VerbKey | undefined
      replacesPalette: boolean
      run: () => void
    }

const most = { prompts: 8, recents: 5, folders: 4, texts: 8 }
/** Debounce of the server search, in milliseconds. */
const searchDelay = 150
const noNames: PromptName[] = []
const noFolders: TreeFolder[] = []

/**
 * Finds prompts and folders. `closeness` is the highest one of a name. Without a query, these are the prompts used last,
 * and after them `withUnused` those never used.
 */
export function useFound(query: string, { withUnused = false } = {}) {
  const tLibrary = useTranslations('library')
  const names = useQuery(promptNamesQuery)
  const folders = useQuery(folderTreeQuery)
  // The names of a large library may not include the last used ones.
  const shelf = useQuery(shelfQuery)
  const recents = shelf.data?.recents ?? noNames
  const unused = (withUnused && shelf.data?.unused) || noNames
  const promptIndex = useMemo(() => {
    const known = names.data?.prompts ?? noNames
    const ids = new Set(known.map(({ id }) => id))
    return indexNames([...recents.filter(({ id }) => !ids.has(id)), ...known])
  }, [names.data, recents])
  const folderIndex = useMemo(() => indexNames(folders.data ?? noFolders), [folders.data])
  const tree = useMemo(() => toFolderTree(folders.data ?? noFolders), [folders.data])
  const text = query.trim()
  const [now] = useState(() => Date.now())
  const asked = useDebounced(text, searchDelay)
  const search = useQuery({ ...librarySearchQuery(asked, {}), enabled: isSearchable(asked) })
  // While the user continues typing, the hits of the shorter text stay until the next response.
  const hits = search.data && text.startsWith(search.data.search) ? search.data : undefined
  const inRoot = tLibrary('search.inRoot')

  const { found, closeness } = useMemo((): { found: Entry[]; closeness: Closeness } => {
    const orRoot = (path: string[]) => (path.length > 0 ? path : [inRoot])
    const pathOf = (folderId: string | null) => orRoot(pathIn(tree, folderId))
    if (text === '') {
      const listed = (prompts: readonly PromptName[], group: 'recents' | 'unused') =>
        prompts.map((prompt) => ({
          ...promptEntry(prompt, group, pathOf(prompt.folderId)),
          marks: [],
          called: calledOf(prompt, text),
        }))
      const used = recents.slice(0, most.recents)
      const others = unused.slice(0, most.prompts - used.length)
      return { found: [...listed(used, 'recents'), ...listed(others, 'unused')], closeness: 2 }
    }
    const prompts = rankNames(promptIndex, text, { limit: most.prompts, now })
    const known = new Set(prompts.map(({ item }) => item.id))
    const others = hits?.prompts.filter(({ id }) => !known.has(id)) ?? []
    const byFolderName = rankNames(folderIndex, text, { limit: most.folders, now })
    const found = [
      ...prompts.map(({ item, marks }) => ({
        ...promptEntry(item, 'prompts', pathOf(item.folderId)),
        marks,
        called: calledOf(item, text),
      })),
      ...byFolderName.map(({ item, marks }): Entry => ({
        kind: 'folder',
        id: item.id,
        group: 'folders',
        folder: item,
        marks,
        path: pathIn(tree, item.parentId),
      })),
      ...others.slice(0, most.texts).map((hit): Entry => ({
        kind: 'prompt',
        id: hit.id,
        group: 'texts',
        prompt: hit,
        isFavourite: hit.isFavourite === 1,
        marks: marksOfWords(hit.name, text),
        called: calledOf(hit, text),
        path: orRoot(namesOf(hit.folderPath)),
        excerpt: excerptOf(hit, text),
      })),
    ]
    return { found, closeness: closestOf([...prompts, ...byFolderName]) }
  }, [text, tree, recents, unused, promptIndex, folderIndex, hits, inRoot, now])
  return {
    found,
    closeness,
    isReady: !names.isPending && !shelf.isPending,
    isSearching: names.isPending || search.isFetching,
  }
}

function promptEntry(
  { id, name, color, isPublic, isFavourite }: PromptName,
  group: 'prompts' | 'recents' | 'unused',
  path: readonly string[],
) {
  return {
    kind: 'prompt' as const,
    id,
    group,
    prompt: { id, name, color, isPublic, preview: '' },
    isFavourite: isFavourite === 1,
    path,
  }
}

function calledOf({ shortName }: { shortName?: string | null | undefined }, search: string) {
  if (shortName == null) return undefined
  const start = toShortNameStart(search)
  const isFound = start !== undefined && shortName.startsWith(start)
  const marks: Mark[] = isFound ? [[1, 1 + start.length]] : []
  return { text: `/${shortName}`, marks }
}

function pathIn(tree: FolderTree, folderId: string | null): string[] {
  return tree.pathTo(folderId).map(({ name }) => name)
}

function namesOf(path: readonly PathFolder[] = []): string[] {
  return path.flatMap(({ name, leftOutBefore }) => (leftOutBefore ? ['…', name] : [name]))
}

/** Returns the value once it has not changed for `delay` milliseconds. */
function useDebounced<Value>(value: Value, delay: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return debounced
}

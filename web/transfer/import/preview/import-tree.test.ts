import { describe, expect, test } from 'vitest'
import type { LibraryFile } from '#contract/transfer/library-file.ts'
import { limits } from '#contract/core/limits.ts'
import {
  countTicks,
  inNewFolder,
  rowsOf,
  setTick,
  tickAll,
  tickedLibrary,
  tickFirst,
  tickNone,
  tickOf,
  toImportTree,
} from './import-tree.ts'
import { aFilePrompt } from '#tests/fixtures/a-prompt.ts'

const folder = (id: string, parentId: string | null = null) => ({
  id,
  parentId,
  name: id.toUpperCase(),
  color: '4ECDC4',
})
const prompt = (id: string, folderId: string | null = null, text = id) =>
  aFilePrompt({ id, folderId, name: id, prompt: text })
const version = (promptId: string) => ({
  promptId,
  name: 'before',
  prompt: '',
  notes: null,
  whenToUse: null,
  variables: [],
  writtenAt: '2026-01-01T00:00:00.000Z',
  label: null,
})
const library: LibraryFile = {
  folders: [folder('a'), folder('b', 'a'), folder('empty'), folder('c')],
  prompts: [
    prompt('a1', 'a'),
    prompt('b1', 'b'),
    prompt('b2', 'b'),
    prompt('c1', 'c'),
    prompt('r'),
  ],
  trash: [{ id: 't', name: 'gone', color: 'FFD166', deletedAt: '2026-01-01T00:00:00.000Z' }],
  trashedFolders: [],
  trashedPrompts: [{ trashId: 't', ...prompt('gone') }],
  versions: [version('b1'), version('c1'), version('gone')],
}
const tree = toImportTree(library)
const item = (kind: 'folder' | 'prompt', at: number) => ({ kind, at })
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

describe('ticks', () => {
  test('of a folder are those of all its contents', () => {
    const ticks = setTick(tree, tickAll(tree), item('folder', 1), false)
    const counts = countTicks(tree, ticks)
    expect(counts.all).toBe(3)
    const ofFolders = [0, 1, 2, 3].map((at) => tickOf(tree, ticks, counts, item('folder', at)))
    expect(ofFolders).toEqual([undefined, false, true, true])
    const again = setTick(tree, ticks, item('folder', 0), true)
    expect(countTicks(tree, again).all).toBe(5)
  })

  test('exclude overlong values, whatever their source', () => {
    const long = prompt('long', 'a', '😀'.repeat(limits.promptLength + 1))
    const longest = prompt('longest', 'a', '😀'.repeat(limits.promptLength))
    const some = toImportTree({ ...library, prompts: [long, longest] })
    const ticks = setTick(some, tickAll(some), item('folder', 0), true)
    expect(Array.from(ticks.slice(0, 2))).toEqual([0, 1])
    expect(tickOf(some, ticks, countTicks(some, ticks), item('folder', 0))).toBe(true)
  })

  test('of the first few are in the order of the list', () => {
    const ticks = tickFirst(tree, tickAll(tree), 2)
    expect(idsOf(tickedLibrary(tree, ticks, false).prompts)).toEqual(['b1', 'b2'])
  })
})

describe('the ticked part of a library', () => {
  test('includes its folders, versions and trash', () => {
    expect(tickedLibrary(tree, tickAll(tree), true)).toEqual(library)
    const ticks = setTick(tree, tickNone(tree), item('prompt', 1), true)
    const some = tickedLibrary(tree, ticks, false)
    expect(idsOf(some.folders)).toEqual(['a', 'b'])
    expect(idsOf(some.prompts)).toEqual(['b1'])
    expect(some.versions).toEqual([version('b1')])
    expect(some.trashedPrompts).toEqual([])
  })

  test('can be a folder without a prompt', () => {
    const ticks = setTick(tree, tickNone(tree), item('folder', 2), true)
    expect(idsOf(tickedLibrary(tree, ticks, false).folders)).toEqual(['empty'])
  })

  test('is put into a new folder unchanged', () => {
    const { folders, prompts } = inNewFolder(library, 'Imported', 'f1f5f9')
    expect(folders.map(({ parentId }) => parentId)).toEqual([
      null,
      'import',
      'a',
      'import',
      'import',
    ])
    expect(prompts.at(-1)?.folderId).toBe('import')
  })
})

test('Rows are sorted by name, with numbers by their value', () => {
  const names = ['Draft 10', 'draft 9', 'Draft 2']
  const prompts = names.map((name) => aFilePrompt({ id: name, folderId: null, name }))
  const unordered = toImportTree({ ...library, folders: [], prompts })
  const shown = rowsOf(unordered, () => true).map(({ name }) => name)
  expect(shown).toEqual(['Draft 2', 'draft 9', 'Draft 10'])
})

test('Rows include the contents of open folders, even if these contain themselves', () => {
  const named = (isOpen: (at: number) => boolean) =>
    rowsOf(tree, isOpen).map(({ kind, at, level }) => {
      const list = kind === 'folder' ? library.folders : library.prompts
      return `${level} ${list[at]?.id}`
    })
  expect(named(() => false)).toEqual(['1 a', '1 c', '1 empty', '1 r'])
  expect(named((at) => at === 0)).toEqual(['1 a', '2 b', '2 a1', '1 c', '1 empty', '1 r'])
  const strange = toImportTree({ ...library, folders: [folder('a', 'b'), folder('b', 'a')] })
  expect(rowsOf(strange, () => true)).toHaveLength(7)
})

import * as fc from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { palette } from '#contract/core/colors.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import type { FileFolder, FilePrompt } from '#contract/transfer/library-file.ts'
import { readSources } from '#web/transfer/reading/read-sources.ts'
import { writeZip } from '#web/transfer/formats/write-zip.ts'
import { writePrompt } from './own-markdown.ts'
import { writeMarkdown } from './write-markdown.ts'
import { aFilePrompt } from '#tests/fixtures/a-prompt.ts'
import { anyName, anyPrompt, moment } from '#tests/fixtures/any-prompt.ts'

async function roundTrip(folders: FileFolder[], prompts: FilePrompt[]) {
  const pieces = [...writeZip(writeMarkdown({ folders, prompts }))]
  checkNames(Object.keys(unzipSync(Buffer.concat(pieces))))
  const zip = new File(pieces as BlobPart[], 'library.zip')
  return readSources([{ path: zip.name, file: zip }], { takeOver: true })
}

const aLibrary = fc
  .record({
    folders: fc.array(
      fc.record({ name: anyName, color: fc.constantFrom(...palette), in: fc.nat() }),
      { maxLength: 6 },
    ),
    prompts: fc.array(fc.record({ prompt: anyPrompt, in: fc.nat() }), { maxLength: 5 }),
  })
  .map(({ folders, prompts }) => {
    const ids = folders.map((_, at) => `folder ${at}`)
    return {
      folders: folders.map((folder, at) => ({
        id: `folder ${at}`,
        parentId: at === 0 ? null : (ids[folder.in % at] ?? null),
        name: folder.name,
        color: folder.color,
      })),
      prompts: prompts.map(({ prompt, in: at }, id) => ({
        ...prompt,
        id: `prompt ${id}`,
        folderId: ids[at % (ids.length + 1)] ?? null,
      })),
    }
  })

/** A library without its ids: each folder is identified by the names of its ancestors. */
function shapeOf(folders: readonly FileFolder[], prompts: readonly FilePrompt[]) {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const pathOf = (id: string | null): string[] => {
    const folder = byId.get(id ?? '')
    return folder ? [...pathOf(folder.parentId), `${folder.name} ${folder.color}`] : []
  }
  return {
    folders: folders.map(({ id }) => JSON.stringify(pathOf(id))).toSorted(),
    prompts: prompts
      .map(({ id: _id, folderId, ...prompt }) =>
        // A variable is the same with or without markup.
        JSON.stringify([
          pathOf(folderId),
          sorted({ ...prompt, prompt: toStoredForm(prompt.prompt) }),
        ]),
      )
      .toSorted(),
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, entry]) => [key, sorted(entry)]),
  )
}

it('is read back unchanged, whatever it contains', async () => {
  await fc.assert(
    fc.asyncProperty(aLibrary, async ({ folders, prompts }) => {
      const { library, problems } = await roundTrip(folders, prompts)
      expect(problems.filter(({ code }) => code !== 'nothing_found')).toEqual([])
      expect(shapeOf(library.folders, library.prompts)).toEqual(shapeOf(folders, prompts))
    }),
    { numRuns: 300 },
  )
})

it('writes variables without markup, as programs create them, like any other', () => {
  const text = writePrompt(aFilePrompt({ prompt: 'Write about {topic} in {<b>style</b>}.' }))
  expect(text).toContain('Write about {{topic}} in {{style}}.')
  expect(text).not.toContain('writing: stored')
})

/** Any system can unpack each path to a separate file. */
function checkNames(paths: string[]): void {
  expect(new Set(paths.map((path) => path.normalize('NFC').toUpperCase())).size).toBe(paths.length)
  for (const path of paths) {
    expect(path.length).toBeLessThan(240)
    for (const name of path.split('/')) {
      expect(name).not.toMatch(/[<>:"\\|?*\p{Cc}\p{Cf}]|^[. ]|[. ]$/u)
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.|$)/i)
    }
  }
}

it.each([
  '2024-05-01',
  '12:30',
  'yes',
  'off',
  'null',
  '~',
  '0o17',
  '017',
  '1_000',
  '.5',
  '=',
  '<<',
  'y',
])('writes the name %j so that every YAML reader treats it as text', (name) => {
  const text = writePrompt(aFilePrompt({ name, prompt: 'Be kind.', notes: name }))
  const [, fields = ''] = text.split('---\n')
  for (const version of ['1.1', '1.2'] as const) {
    expect(parseYaml(fields, { version })).toMatchObject({ name, description: name })
  }
})

it('puts deeply nested folders where their paths fit', async () => {
  const folders = Array.from({ length: 60 }, (_, at) => ({
    id: String(at),
    parentId: at === 0 ? null : String(at - 1),
    name: `A folder with a long name, number ${at % 3}`,
    color: palette[1],
  }))
  const { library, problems } = await roundTrip(folders, [])
  expect(problems).toEqual([])
  expect(shapeOf(library.folders, [])).toEqual(shapeOf(folders, []))
})

it('is read back unchanged from our own JSON, with versions and trash', async () => {
  await fc.assert(
    fc.asyncProperty(aLibrary, moment, async ({ folders, prompts }, writtenAt) => {
      const trash = prompts.map(({ name, color }, at) => ({
        id: `trash ${at}`,
        name,
        color,
        deletedAt: writtenAt,
      }))
      const library = {
        folders,
        prompts,
        trash,
        trashedFolders: folders.flatMap((folder, at) =>
          trash[at] ? [{ ...folder, trashId: trash[at].id }] : [],
        ),
        trashedPrompts: prompts.map((prompt, at) => ({ ...prompt, trashId: `trash ${at}` })),
        versions: prompts.map(({ id, name, prompt, notes, whenToUse, variables }, at) => ({
          promptId: id,
          name,
          prompt,
          notes,
          whenToUse,
          variables,
          writtenAt,
          label: at === 0 ? name : null,
        })),
      }
      const text = JSON.stringify({ format: 'promptshelf', version: 1, ...library })
      const file = new File([text], 'library.json')
      const read = await readSources([{ path: file.name, file }], { takeOver: true })
      expect(read.problems.filter(({ code }) => code !== 'nothing_found')).toEqual([])
      // The outermost folders come first.
      const byId = (one: FileFolder, other: FileFolder) => one.id.localeCompare(other.id)
      const inOrder = { ...read.library, folders: read.library.folders.toSorted(byId) }
      expect(sorted(inOrder)).toEqual(sorted({ ...library, folders: folders.toSorted(byId) }))
    }),
    { numRuns: 200 },
  )
})

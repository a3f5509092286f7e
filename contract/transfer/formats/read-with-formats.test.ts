import { expect, it } from 'vitest'
import { emptyLibrary } from './empty-library.ts'
import type { Format } from './format.ts'
import type { Problem } from './problems.ts'
import { readWithFormats } from './read-with-formats.ts'

const overflow = (): never => overflow()
const formatOf = (id: Format['id'], read: Format['read']): Format => ({
  id,
  detect: (files) => files.filter(({ path }) => path.endsWith(`.${id}`)),
  read,
})
const folder = { id: 'f', parentId: null, name: 'Read', color: '4ECDC4' }

it('A file that overflows the stack of its format does not stop files of others', () => {
  const problems: Problem[] = []
  const { library, left } = readWithFormats(
    [
      formatOf('csv', overflow),
      formatOf('text', () => ({
        library: { ...emptyLibrary(), folders: [folder] },
        problems: [],
        takenOver: 0,
      })),
    ],
    ['hostile.csv', 'sound.text', 'other.bin'].map((path) => ({ path, text: '' })),
    { takeOver: true },
    (_format, _files, result) => problems.push(...result.problems),
  )
  expect(problems).toEqual([{ code: 'out_of_memory', file: 'hostile.csv' }])
  expect(library.folders).toEqual([folder])
  expect(left.map(({ path }) => path)).toEqual(['other.bin'])
})

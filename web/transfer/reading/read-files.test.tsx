import { expect, test } from 'vitest'
import { aFilePrompt } from '#tests/fixtures/a-prompt.ts'
import { writeFiles } from '#web/transfer/writing/write-files.ts'
import { readFiles } from './read-files.ts'
import { pastedSource, sourcesOf } from './sources.ts'

function tableOf(count: number): File {
  const rows = Array.from({ length: count }, (_, at) => `Name ${at},"Be {kind},\nand =brief ${at}"`)
  return new File(['\uFEFFact,prompt\n', rows.join('\n')], 'prompts.csv')
}

test('Files are read in a separate thread, with progress', async () => {
  const shares: number[] = []
  const { library, problems, tables } = await readFiles(sourcesOf([tableOf(3000)]), {
    takeOver: true,
    onProgress: (share) => shares.push(share),
  })
  expect(problems).toEqual([])
  expect(tables[0]).toMatchObject({ path: 'prompts.csv', rowCount: 3000, isSure: true })
  expect(library.prompts).toHaveLength(3000)
  expect(library.prompts[2999]).toMatchObject({
    name: 'Name 2999',
    prompt: 'Be {<b>kind</b>},\nand =brief 2999',
  })
  expect(shares.length).toBeGreaterThan(0)
})

test('A cancelled reading ends', async () => {
  const abort = new AbortController()
  const options = { takeOver: true, signal: abort.signal }
  const result = readFiles(sourcesOf([tableOf(50_000)]), options)
  abort.abort()
  await expect(result).rejects.toMatchObject({ name: 'AbortError' })
})

test('Pasted text is read, written as Markdown, and read again', async () => {
  const { library } = await readFiles([pastedSource('# Be brief\n\nAnswer [[my question]].')], {
    takeOver: true,
  })
  const json = new Blob([JSON.stringify(library)])
  const { zip } = await writeFiles({ json, format: 'markdown' })
  const again = await readFiles([{ path: 'a.zip', file: new File([zip], 'a.zip') }], {
    takeOver: true,
  })
  expect(again.library.prompts).toMatchObject(
    library.prompts.map(({ name, prompt }) => ({ name, prompt })),
  )
})

test('Prompts with a short name are written as skills, and the others are counted', async () => {
  const prompts = [
    aFilePrompt({ shortName: 'brief', prompt: 'Be brief.' }),
    aFilePrompt({ shortName: 'ask-claude', prompt: 'Ask.' }),
    aFilePrompt({ prompt: 'Be kind.' }),
  ]
  const json = new Blob([JSON.stringify({ prompts })])
  const { zip, ...written } = await writeFiles({ json, format: 'skills' })
  expect(written).toEqual({ prompts: 3, skills: 2, refused: ['ask-claude'] })
  const { library } = await readFiles([{ path: 'a.zip', file: new File([zip], 'a.zip') }], {
    takeOver: true,
  })
  expect(library.prompts.map(({ shortName }) => shortName)).toEqual(['brief', 'ask-claude'])
})

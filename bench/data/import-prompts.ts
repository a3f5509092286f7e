import { calls } from '#contract/calls.ts'
import { inBatches } from '#contract/transfer/to-entries.ts'
import { realPrompts, type Library } from './library.ts'

const color = '4ECDC4'
const folderCount = 25

/** Imports real prompts into 25 folders, the first of which gets 50. Beyond the 1,282 real ones, they repeat. */
export async function importPrompts(library: Library, count: number): Promise<{ first: string }> {
  const prompts = await realPrompts()
  const entries = [
    ...Array.from({ length: folderCount }, (_, at) => ({
      kind: 'folder' as const,
      in: null,
      name: `Folder ${at}`,
      color,
    })),
    ...Array.from({ length: count }, (_, at) => {
      const { name, prompt } = prompts[at % prompts.length] ?? { name: '', prompt: '' }
      const round = at < prompts.length ? '' : ` ${at}`
      return {
        kind: 'prompt' as const,
        in: at < 50 ? 0 : 1 + (at % (folderCount - 1)),
        name: `${name.slice(0, 190)}${round}`,
        color,
        notes: null,
        prompt: prompt.slice(0, 1_500),
      }
    }),
  ]
  const about = { attempt: 'a'.repeat(32), name: 'bench.json', total: entries.length }
  for (const batch of inBatches(entries)) {
    await library.call(calls.importEntries, { ...about, ...batch })
  }
  const { folders } = await library.call(calls.listFolders, { folderId: null })
  return { first: folders.find(({ name }) => name === 'Folder 0')?.id ?? '' }
}

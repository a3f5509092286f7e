/** Occurs in every prompt. Compressed files contain it at least once in full. */
export const marker = 'zinnoberrot'

const entries = Array.from({ length: 400 }, (_, at) => ({
  kind: 'prompt' as const,
  in: null,
  name: `Prompt ${at}`,
  // Browsers store long texts in separate files.
  prompt: Array.from(
    { length: at === 7 ? 5_000 : 50 },
    (_, line) => `${line} ${marker} ${at % 9 ? '' : '…'}`,
  ).join('\n'),
  notes: null,
  color: '4ECDC4',
}))

/** An import of a library whose texts can be found in files. */
export const markedImport = {
  attempt: 'a'.repeat(32),
  name: 'library.json',
  total: entries.length,
  entries,
  from: 0,
}

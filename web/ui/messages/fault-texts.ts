import type english from '#languages/en/faults.json'
import type { Localized } from '#languages/languages.ts'

const files = import.meta.glob<typeof english>('/languages/*/faults.json', {
  eager: true,
  import: 'default',
})

/** Texts for when nothing can be loaded, not even the catalogues. */
export const faultTexts = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.split('/').at(-2), texts]),
) as Localized<typeof english>

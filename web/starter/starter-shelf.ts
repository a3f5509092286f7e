import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { toStoredForm } from '#contract/variables/variables.ts'
import type { Language } from '#languages/languages.ts'

/** `text`: plain, with `{variables}`. */
type StarterPrompt = { name: string; text: string; variables: VariableSetting[] }
export type StarterFolder = { name: string; color: string; prompts: StarterPrompt[] }

const shelves = { en: () => import('./en.ts'), de: () => import('./de.ts') } satisfies Record<
  Language,
  unknown
>

/** The prompts of our own that an empty library offers: folders of them, and those to begin with. */
export async function loadStarterShelf(language: Language) {
  const { starterShelf, samples } = await shelves[language]()
  const folders = starterShelf.map(({ prompts, ...folder }) => ({
    ...folder,
    prompts: prompts.map(({ text, ...prompt }) => ({
      ...prompt,
      prompt: toStoredForm(text),
      color: folder.color,
    })),
  }))
  const all = folders.flatMap(({ prompts }) => prompts)
  return { folders, samples: all.filter(({ name }) => samples.includes(name)) }
}

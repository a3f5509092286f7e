import { queryOptions } from '@tanstack/react-query'
import { toStoredForm } from '#contract/variables/variables.ts'
import type { Language } from '#languages/languages.ts'
import { newAttempt } from '#web/api/attempt.ts'
import type { KeptPrompt } from '#web/library/kept-prompt.ts'

const shelves = { en: () => import('./en.ts'), de: () => import('./de.ts') } satisfies Record<
  Language,
  unknown
>

export type StarterLibrary = Awaited<ReturnType<typeof loadStarterShelf>>['library']

/** The starter prompts in a language. Its samples can be adopted. */
export function starterShelfQuery(language: Language) {
  return queryOptions({
    queryKey: ['starter-shelf', language],
    queryFn: async () => {
      const { library, samples } = await loadStarterShelf(language)
      const kept: KeptPrompt[] = samples.map((sample) => ({ ...sample, attempt: newAttempt() }))
      return { library, samples: kept }
    },
    staleTime: Infinity,
  })
}

/** Loads the starter prompts: all of them by folder, and a few samples. */
export async function loadStarterShelf(language: Language) {
  const { starterShelf, samples } = await shelves[language]()
  const folders = starterShelf.map(({ name, color }) => ({ id: name, name, color }))
  const prompts = starterShelf.flatMap(({ name: folderId, color, prompts }) =>
    prompts.map(({ name, text, variables }) => ({
      id: name,
      folderId,
      name,
      color,
      prompt: toStoredForm(text),
      variables,
    })),
  )
  return {
    library: { folders, prompts },
    samples: prompts
      .filter(({ name }) => samples.includes(name))
      .map(({ name, color, prompt, variables }) => ({ name, color, prompt, variables })),
  }
}

import type { PromptEdit } from '#contract/prompts.ts'

/** The landing page's example as it was filled in, and a shared prompt that its reader wants to have. */
type Key = 'filled-example' | 'prompt-to-save'

export type KeptPrompt = Pick<PromptEdit, 'name' | 'prompt' | 'color' | 'variables'> & {
  /** So that saving it twice makes one prompt. */
  attempt: string
}

/** Keeps a prompt in this tab until there is a library to put it in. */
export function keepPrompt(key: Key, prompt: KeptPrompt): void {
  sessionStorage.setItem(key, JSON.stringify(prompt))
}

export function readKeptPrompt(key: Key): KeptPrompt | undefined {
  const text = sessionStorage.getItem(key)
  return text === null ? undefined : (JSON.parse(text) as KeptPrompt)
}

export function forgetKeptPrompt(key: Key): void {
  sessionStorage.removeItem(key)
}

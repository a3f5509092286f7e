import type { PromptEdit } from '#contract/library/prompts.ts'
import { tabStorage } from '#web/ui/browser/storage.ts'

/** The filled-in example of the landing page, or a shared prompt that a visitor wants to save. */
type Key = 'filled-example' | 'prompt-to-save'

export type KeptPrompt = Pick<PromptEdit, 'name' | 'prompt' | 'color' | 'variables'> & {
  /** The idempotency key, so that saving twice creates one prompt. */
  attempt: string
}

/** Stores a prompt in this tab until the user has logged in. */
export function keepPrompt(key: Key, prompt: KeptPrompt): void {
  tabStorage.setItem(key, JSON.stringify(prompt))
}

export function readKeptPrompt(key: Key): KeptPrompt | undefined {
  const text = tabStorage.getItem(key)
  return text === null ? undefined : (JSON.parse(text) as KeptPrompt)
}

export function forgetKeptPrompt(key: Key): void {
  tabStorage.removeItem(key)
}

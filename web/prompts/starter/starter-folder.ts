import type { VariableSetting } from '#contract/variables/variable-settings.ts'

/** `text` is plain, with `{variables}`. */
type StarterPrompt = { name: string; text: string; variables: VariableSetting[] }
export type StarterFolder = { name: string; color: string; prompts: StarterPrompt[] }

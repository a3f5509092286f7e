import { useEffect, useEffectEvent } from 'react'
import { useAdopt } from '#web/library/adopt.ts'
import { forgetKeptPrompt, readKeptPrompt } from '#web/library/kept-prompt.ts'

/** Saves the shared prompt that a visitor chose before logging in. Without room in the plan, it stays pending. */
export function SaveKeptPrompt() {
  const adopt = useAdopt()
  const save = useEffectEvent(() => {
    const kept = readKeptPrompt('prompt-to-save')
    if (kept) adopt(kept, () => forgetKeptPrompt('prompt-to-save'))
  })
  useEffect(() => save(), [])
  return null
}

import { useEffect, useEffectEvent } from 'react'
import { useAdopt } from '#web/library/adopt.ts'
import { forgetKeptPrompt, readKeptPrompt } from '#web/library/kept-prompt.ts'

/** Puts a shared prompt into the library that its reader wanted to have. One that the plan has no room for waits. */
export function SaveKeptPrompt() {
  const adopt = useAdopt()
  const save = useEffectEvent(() => {
    const kept = readKeptPrompt('prompt-to-save')
    if (kept) adopt(kept, () => forgetKeptPrompt('prompt-to-save'))
  })
  useEffect(() => save(), [])
  return null
}

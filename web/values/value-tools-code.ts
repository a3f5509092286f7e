import { loadMessages } from '#web/messages/messages.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'

/** What the view dialog offers beside the prompt, loaded after the library. */
export const valueToolsCode = lazyCode(async () => {
  const texts = loadMessages('values')
  const { ValueTools, keepLastValues } = await import('./value-tools.tsx')
  await texts
  return { ValueTools, keepLastValues }
})

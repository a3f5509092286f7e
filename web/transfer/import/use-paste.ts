import { useEffect, useEffectEvent } from 'react'
import type { Source } from '#web/transfer/reading/reading.ts'
import { pastedSource, sourcesOf } from '#web/transfer/reading/sources.ts'
import { listen } from '#web/ui/listen.ts'

const fields = 'textarea, input:not([type=checkbox], [type=radio])'

/** Calls back with files or text pasted anywhere in the import dialog outside its fields. */
export function usePaste(onPaste: (sources: readonly Source[]) => void): void {
  const paste = useEffectEvent(({ target, clipboardData }: ClipboardEvent) => {
    if (target instanceof Element && target.closest(fields)) return
    const text = clipboardData?.getData('text/plain') ?? ''
    const pasted = sourcesOf(clipboardData?.files ?? [])
    if (pasted.length > 0) onPaste(pasted)
    else if (text.trim() !== '') onPaste([pastedSource(text)])
  })
  useEffect(() => listen(document, ['paste'], (event) => paste(event)), [])
}

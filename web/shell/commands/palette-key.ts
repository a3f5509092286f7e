import { useEffect, useEffectEvent } from 'react'
import { isMac } from '#web/library/single-keys.ts'
import { listen } from '#web/ui/listen.ts'
import { useCommands, type Command } from '#web/library/commands.ts'

/** Toggles the palette by Ctrl+K, or by ⌘K on a Mac. */
export function usePaletteKey(dialog: Command | undefined): void {
  const { open, close } = useCommands()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isControl = isMac ? event.metaKey : event.ctrlKey && !event.altKey
    if (!isControl || event.shiftKey || event.key.toLowerCase() !== 'k') return
    event.preventDefault()
    if (dialog?.kind === 'palette') close()
    else open({ kind: 'palette' })
  })
  useEffect(() => listen(document, ['keydown'], (event) => press(event)), [])
}

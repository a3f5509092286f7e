import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useIsLost } from '#web/api/connection.ts'
import { hints, noteHint } from '#web/library/hints.ts'
import { isMac } from '#web/library/single-keys.ts'
import { listen } from '#web/ui/listen.ts'
import { toastHint } from '#web/ui/overlays/toast.ts'
import { useCommands, type Command } from '#web/library/commands.ts'

/** After this many prompts, the hint about a faster way is shown. */
const enough = 3

/** Mentions the palette's shortcut once, after the third prompt opened with a mouse has been closed. */
export function useNamedPalette(dialog: Command | undefined): void {
  const t = useTranslations('palette.hint')
  const { open } = useCommands()
  // This code loads with the first dialog, so it misses the click that opened that one.
  const isByMouse = useRef(matchMedia('(pointer: fine)').matches)
  useEffect(
    () =>
      listen(document, ['pointerdown', 'keydown'], (event) => {
        isByMouse.current = event instanceof PointerEvent && event.pointerType === 'mouse'
      }),
    [],
  )
  const opened = dialog?.kind === 'view-prompt' ? dialog.prompt.id : undefined
  useEffect(() => {
    const { opened: count, hasNamedPalette } = hints.get()
    if (!hasNamedPalette && opened !== undefined && isByMouse.current) {
      noteHint({ opened: count + 1 })
    }
  }, [opened])
  const isOpen = dialog !== undefined
  const isLost = useIsLost()
  useEffect(() => {
    if (isOpen || hints.get().hasNamedPalette || hints.get().opened < enough) return
    if (isLost || !navigator.onLine) return
    void toastHint(t('text', { mac: isMac ? 'yes' : 'no' }), {
      label: t('try'),
      onPress: () => open({ kind: 'palette' }),
    }).then((isShown) => isShown && noteHint({ hasNamedPalette: true }))
  }, [isOpen, isLost, open, t])
}

import { useState, type ReactNode } from 'react'
import { useLingering } from '#web/ui/overlays/linger.ts'
import { CodesDialog, type ShownCodes } from './codes-dialog.tsx'

/** Shows new recovery codes until they are saved. The caller renders `dialog`. */
export function useCodesDialog(): { show: (shown: ShownCodes) => void; dialog: ReactNode } {
  const [shown, setShown] = useState<ShownCodes>()
  const lingering = useLingering(shown)
  return {
    show: setShown,
    dialog: lingering && (
      <CodesDialog
        // A new set of codes starts without the previous warning.
        key={lingering.codes[0]}
        open={shown !== undefined}
        {...lingering}
        onClose={() => setShown(undefined)}
      />
    ),
  }
}

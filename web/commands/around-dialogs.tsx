import { ImportDesk } from '#web/transfer/import/import-desk.tsx'
import type { Command } from './commands.ts'
import { FocusReturn } from './focus-return.ts'

/** What goes on while dialogs open and close. */
export function AroundDialogs({ dialog }: { dialog: Command | undefined }) {
  return (
    <>
      <FocusReturn dialog={dialog} />
      <ImportDesk dialog={dialog} />
    </>
  )
}

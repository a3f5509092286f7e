import { usePrefetchQuery } from '@tanstack/react-query'
import { modelListQuery } from '#web/runs/list-models.ts'
import { ImportStatus } from '#web/transfer/import/import-status.tsx'
import { myValuesQuery } from '#web/values/get-my-values.ts'
import type { Command } from '#web/library/commands.ts'
import { FocusReturn } from './focus-return.ts'

/** What goes on while dialogs open and close. */
export function AroundDialogs({ dialog }: { dialog: Command | undefined }) {
  // Before a prompt is opened: what fills it in and runs it is there at once.
  usePrefetchQuery(modelListQuery)
  usePrefetchQuery(myValuesQuery)
  return (
    <>
      <FocusReturn dialog={dialog} />
      <ImportStatus dialog={dialog} />
    </>
  )
}

import { usePrefetchQuery } from '@tanstack/react-query'
import { modelListQuery } from '#web/prompts/runs/list-models.ts'
import { ImportStatus } from '#web/transfer/import/import-status.tsx'
import { myValuesQuery } from '#web/prompts/values/get-my-values.ts'
import type { Command } from '#web/library/commands.ts'
import { useNamedPalette } from './name-palette.ts'
import { FocusReturn } from './focus-return.ts'

/** Renders what outlives a dialog, and prefetches what the next one needs. */
export function AroundDialogs({ dialog }: { dialog: Command | undefined }) {
  // Prefetched, so that a prompt can be filled in and run as soon as it opens.
  usePrefetchQuery(modelListQuery)
  usePrefetchQuery(myValuesQuery)
  useNamedPalette(dialog)
  return (
    <>
      <FocusReturn dialog={dialog} />
      <ImportStatus dialog={dialog} />
    </>
  )
}

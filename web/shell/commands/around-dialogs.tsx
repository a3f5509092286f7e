import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { modelListQuery } from '#web/prompts/runs/list-models.ts'
import { ImportStatus } from '#web/transfer/import/import-status.tsx'
import { myValuesQuery } from '#web/prompts/values/get-my-values.ts'
import type { Command } from '#web/library/commands.ts'
import { useNamedPalette } from './name-palette.ts'
import { FocusReturn } from './focus-return.ts'

/** Renders parts that outlive a dialog, and prefetches resources for the next one. */
export function AroundDialogs({ dialog }: { dialog: Command | undefined }) {
  const client = useQueryClient()
  // Lets a prompt be filled in and run as soon as it opens. `usePrefetchQuery` skips a query that another
  // component observes without fetching it, as the palette's keys do.
  useEffect(() => {
    void client.prefetchQuery(modelListQuery)
    void client.prefetchQuery(myValuesQuery)
  }, [client])
  useNamedPalette(dialog)
  return (
    <>
      <FocusReturn dialog={dialog} />
      <ImportStatus dialog={dialog} />
    </>
  )
}

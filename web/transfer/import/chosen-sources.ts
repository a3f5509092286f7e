import type { Source } from '#web/transfer/reading/reading.ts'
import { createStore } from '#web/ui/store.ts'

/** Files that were dropped or chosen, for the dialog to read: a step of history cannot hold them. */
export const chosenSources = createStore<readonly Source[] | undefined>(undefined)

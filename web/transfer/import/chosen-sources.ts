import type { Source } from '#web/transfer/reading/reading.ts'
import { createStore } from '#web/ui/store.ts'

/** The files dropped or chosen for the import dialog. A history entry cannot hold them. */
export const chosenSources = createStore<readonly Source[] | undefined>(undefined)

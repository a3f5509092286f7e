import { screens } from '#contract/screens.ts'

/** Where the reader's own connections to models are. Not in `paths.ts`, which is in the first load. */
export const connectionsPath = `${screens.profile}#connections`

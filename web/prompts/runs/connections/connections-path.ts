import { screens } from '#contract/screens.ts'

/** Address of the user's own connections. Not in `paths.ts`, which is part of the first load. */
export const connectionsPath = `${screens.profile}#connections`

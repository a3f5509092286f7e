// One module for all dialog code, since every dynamic import adds a list of files to the first load.
export { AroundDialogs } from './around-dialogs.tsx'
export { CommandDialog } from './command-dialog.tsx'
export { followLastValues } from '#web/prompts/values/last-values.ts'

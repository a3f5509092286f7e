// What dialogs need beyond the library, as one module: each import of its own would be a list of files in the first load.
export { AroundDialogs } from './around-dialogs.tsx'
export { CommandDialog } from './command-dialog.tsx'

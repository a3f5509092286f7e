// What dialogs need beyond the library, as one module: each import of its own would be a list of files in the first load.
export { PaletteDialogs } from '#web/palette/palette-dialogs.tsx'
export { OwnPrompt } from '#web/prompts/fill-in/own-prompt.tsx'
export { ViewActions } from '#web/prompts/view/view-actions.tsx'
export { AroundDialogs } from './around-dialogs.tsx'
export { ChangingDialog } from './changing-dialog.tsx'

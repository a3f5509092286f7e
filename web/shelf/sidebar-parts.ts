// What comes after the first screen, as one module: each import of its own would be a list of files in the first load.
export { CommandKeys } from '#web/palette/command-keys.tsx'
export { SaveKeptPrompt } from './save-kept-prompt.tsx'
export { Shelf } from './shelf.tsx'
export { UsageMeter } from './usage-meter.tsx'

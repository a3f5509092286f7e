// One module for all code that loads after the first screen, since every dynamic import adds a list of files to the
// first load.
export { CommandKeys } from '#web/shell/palette/command-keys.tsx'
export { OfferedPasskey } from './offered-passkey.tsx'
export { SaveKeptPrompt } from './save-kept-prompt.tsx'
export { SendDrafts } from './send-drafts.tsx'
export { Shelf } from './shelf.tsx'
export { UsageMeter } from './usage-meter.tsx'

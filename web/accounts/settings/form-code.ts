import { lazyCode } from '#web/ui/lazy-code.ts'

/** The dialogs that change the address and the password, and make a token. */
export const formCode = lazyCode(() => import('./form-dialogs.ts'))

export { EmailDialog } from './email-dialog.tsx'
export { PasswordDialog } from './password-dialog.tsx'
export { NewTokenDialog } from '#web/accounts/tokens/new-token-dialog.tsx'

export { EmailDialog } from './email-dialog.tsx'
export { PasswordDialog } from './password-dialog.tsx'

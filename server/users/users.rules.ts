/** The form that e-mail addresses are compared in. `email` is trimmed already. */
export function toEmailKey(email: string): string {
  return email.normalize('NFC').toLowerCase()
}

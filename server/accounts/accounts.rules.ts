/** The form in which e-mail addresses are compared: `email` has been trimmed. */
export function toEmailKey(email: string): string {
  return email.normalize('NFC').toLowerCase()
}

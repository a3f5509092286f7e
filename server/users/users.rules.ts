/** The normalised form in which e-mail addresses are compared. `email` is already trimmed. */
export function toEmailKey(email: string): string {
  return email.normalize('NFC').toLowerCase()
}

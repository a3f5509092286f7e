import { createTypedCode, readTypedCode } from '#server/accounts/typed-code.ts'

const count = 10
const length = 10

/** A new set of recovery codes of 50 random bits each, `XXXXX-XXXXX`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => createTypedCode(length))
}

/** The form of a typed code that is hashed. Undefined if it cannot be a code. */
export function toRecoveryCode(typed: string): string | undefined {
  return readTypedCode(typed, length)
}

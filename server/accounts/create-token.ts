import { hash, randomBytes } from 'node:crypto'

const tokenBytes = 32

/** A new secret of 256 random bits in base64url: for sessions, mailed links and pending logins. */
export function createToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** Hashes a token for the database. A fast hash is enough, because a token cannot be guessed. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

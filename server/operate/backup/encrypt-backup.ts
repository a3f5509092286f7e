import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Decrypter, Encrypter } from 'age-encryption'
import { ConfigError } from '#server/config/config.ts'

// Only encrypted backups load the library.

/** Encrypts a file for age's recipients. */
export async function encryptFile(file: string, recipients: readonly string[]): Promise<Readable> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return through(encrypter, file)
}

/** A temporary identity, to read back what was encrypted for others. */
export async function makeIdentity(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Decrypts a file of age. */
export async function decryptFile(file: string, identity: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return through(decrypter, file)
}

/**
 * Checks that age can encrypt for every recipient.
 *
 * @throws ConfigError
 */
export async function checkRecipients(recipients: readonly string[]): Promise<void> {
  if (recipients.length === 0) return
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new ConfigError(`BACKUP_RECIPIENTS has ${recipient}, which is no public key of age.`)
    }
  }
}

/** The SHA-256 of a stream. */
export async function digestOf(stream: Readable): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(stream, digest)
  return digest.digest('hex')
}

async function through(cipher: Encrypter | Decrypter, file: string): Promise<Readable> {
  const source = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  const stream = 'encrypt' in cipher ? await cipher.encrypt(source) : await cipher.decrypt(source)
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
}

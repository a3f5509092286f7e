import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config, SecretKey } from '#server/config/config.ts'

const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/** Sealed secrets can only be unsealed with the same values of these. */
type AdditionalData = readonly (string | number)[]

/** Encrypts short secrets in the database. */
export type Secrets = {
  seal: (secret: string, additionalData: AdditionalData) => Promise<string>
  /** Undefined if the key that sealed it no longer exists, or if the text or `additionalData` has been changed. */
  open: (sealed: string, additionalData: AdditionalData) => Promise<string | undefined>
}

/** Uses the configured keys, or on localhost a key file, created at its first use. Undefined without a key. */
export function createSecrets({ dataDir, isLocal, secretKeys }: Config): Secrets | undefined {
  if (secretKeys === undefined && !isLocal) return undefined
  let read: Promise<SecretKey[]> | undefined
  const findKeys = async () => {
    if (secretKeys !== undefined) return secretKeys
    read ??= readKeyFile(dataDir)
    try {
      return await read
    } catch (error) {
      read = undefined
      throw error
    }
  }
  return {
    async seal(secret, additionalData) {
      const [first] = await findKeys()
      if (first === undefined) throw new Error('There is no key to seal with.')
      const { name, key } = first
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(toBytes(name, additionalData))
      const sealed = [iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `${name}.${Buffer.concat(sealed).toString('base64url')}`
    },
    async open(sealed, additionalData) {
      const [name = '', text = ''] = sealed.split('.')
      const key = (await findKeys()).find((one) => one.name === name)?.key
      const bytes = Buffer.from(text, 'base64url')
      if (key === undefined || bytes.length < ivBytes + tagBytes) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
          .setAAD(toBytes(name, additionalData))
          .setAuthTag(bytes.subarray(-tagBytes))
        const opened = [decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]
        return Buffer.concat(opened).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

function toBytes(name: string, additionalData: AdditionalData): Buffer {
  return Buffer.from(JSON.stringify([name, ...additionalData]))
}

/** Reads the key file, and creates it if missing. Of several concurrent processes, one wins. */
async function readKeyFile(directory: string): Promise<SecretKey[]> {
  const file = join(directory, 'secrets.key')
  const content = (await readIfExists(file)) ?? (await createKeyFile(directory, file))
  const key = Buffer.from(content.trim(), 'base64')
  if (key.length !== keyBytes)
    throw new Error(`${file} does not contain a key of ${keyBytes} bytes.`)
  return [{ name: 'file', key }]
}

async function createKeyFile(directory: string, file: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const whole = `${file}.${randomBytes(8).toString('hex')}`
  await writeFile(whole, `${randomBytes(keyBytes).toString('base64')}\n`, {
    mode: 0o600,
    flush: true,
  })
  try {
    // Unlike a write, a link either creates a complete file or fails because one exists.
    await link(whole, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(whole)
  }
  return readFile(file, 'utf8')
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

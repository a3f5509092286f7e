import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config, SecretKey } from '#server/config.ts'

const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/** What is sealed can be opened only together with the same of these. */
type AdditionalData = readonly (string | number)[]

/** Seals short secrets that the database holds. */
export type Secrets = {
  seal: (secret: string, additionalData: AdditionalData) => Promise<string>
  /** Undefined where the key that sealed it is gone, or something of it or of `additionalData` was changed. */
  open: (sealed: string, additionalData: AdditionalData) => Promise<string | undefined>
}

/** By the keys of the configuration; on localhost by a key file, which is made when something is sealed first. */
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

/** The key of a file that is made if there is none. Of several processes that make it at once, one wins. */
async function readKeyFile(directory: string): Promise<SecretKey[]> {
  const file = join(directory, 'secrets.key')
  const content = (await readIfExists(file)) ?? (await createKeyFile(directory, file))
  const key = Buffer.from(content.trim(), 'base64')
  if (key.length !== keyBytes) throw new Error(`${file} holds no key of ${keyBytes} bytes.`)
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
    // Unlike writing, this either makes a whole file or finds that there is one.
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

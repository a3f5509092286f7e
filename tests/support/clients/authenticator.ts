import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { Assertion, Attestation } from '#contract/accounts/factors.ts'

type Credential = {
  id: Buffer
  key: KeyObject
  userHandle: string
  counter: number
}

/** Misbehaviour of an authenticator or a page. */
export type Deviation = {
  origin?: string
  rpId?: string
  type?: string
  isVerified?: boolean
  isPresent?: boolean
  counter?: number
  challenge?: string
  userHandle?: string
  /** Signs with its own key. */
  isForged?: boolean
}

type Options = { options: Record<string, unknown> }

/**
 * A passkey provider in software, with the browser around it: WebAuthn with ES256 and attestation "none".
 *
 * @param isSynced whether its passkeys are also stored elsewhere
 * @param counts whether it has a signature counter
 */
export function makeAuthenticator(
  origin: string,
  { isSynced = false, counts = true }: { isSynced?: boolean; counts?: boolean } = {},
) {
  const credentials: Credential[] = []

  function toFlags({ isVerified = true, isPresent = true }: Deviation, hasKey: boolean): number {
    return (
      (isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0) | (isSynced ? 0x18 : 0) | (hasKey ? 0x40 : 0)
    )
  }

  function toAuthenticatorData(
    rpId: string,
    flags: number,
    counter: number,
    key = Buffer.alloc(0),
  ): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count, key])
  }

  function toClientData(type: string, options: Options, as: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: as.type ?? type,
        challenge: as.challenge ?? options.options['challenge'],
        origin: as.origin ?? origin,
        crossOrigin: false,
      }),
    )
  }

  function make(userHandle: string, counter: number): Credential & { cose: Buffer } {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const credential = { id: randomBytes(16), key: privateKey, userHandle, counter }
    credentials.push(credential)
    return { ...credential, cose: toCose(publicKey) }
  }

  return {
    /** Creates a passkey without a browser. Returns the columns that the server stores. */
    describe(userHandle: string): { credential_id: string; public_key: string } {
      const { id, cose } = make(userHandle, counts ? 1 : 0)
      return { credential_id: id.toString('base64url'), public_key: cose.toString('base64url') }
    },
    /** Creates a passkey, like `navigator.credentials.create()`. */
    create(options: Options, as: Deviation = {}): Attestation {
      const { rp, user } = options.options as { rp: { id: string }; user: { id: string } }
      const { id, counter, cose } = make(user.id, as.counter ?? (counts ? 1 : 0))
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const key = Buffer.concat([Buffer.alloc(16), length, id, cose])
      const data = toAuthenticatorData(as.rpId ?? rp.id, toFlags(as, true), counter, key)
      const clientData = toClientData('webauthn.create', options, as)
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: toAttestationObject(data).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Signs a challenge with the most recent passkey, like `navigator.credentials.get()`. */
    get(options: Options, as: Deviation = {}, at = -1): Assertion {
      const credential = credentials.at(at)
      if (credential === undefined) throw new Error('There is no passkey.')
      const { rpId } = options.options as { rpId: string }
      credential.counter = as.counter ?? (counts ? credential.counter + 1 : 0)
      const data = toAuthenticatorData(as.rpId ?? rpId, toFlags(as, false), credential.counter)
      const clientData = toClientData('webauthn.get', options, as)
      const forged = as.isForged
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
        : undefined
      const signed = Buffer.concat([data, sha256(clientData)])
      return {
        id: credential.id.toString('base64url'),
        rawId: credential.id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, forged ?? credential.key).toString('base64url'),
          userHandle: as.userHandle ?? credential.userHandle,
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof makeAuthenticator>

function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}

/** A P-256 key in COSE format. */
function toCose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (name: number, value: string) =>
    Buffer.concat([Buffer.of(name, 0x58, 32), Buffer.from(value, 'base64url')])
  // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  return Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01),
    coordinate(0x21, x),
    coordinate(0x22, y),
  ])
}

/** {"fmt": "none", "attStmt": {}, "authData": data} in CBOR. */
function toAttestationObject(data: Buffer): Buffer {
  const text = (value: string) =>
    Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length)
  return Buffer.concat([
    Buffer.of(0xa3),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.of(0xa0),
    text('authData'),
    Buffer.of(0x59),
    length,
    data,
  ])
}

import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Attestation } from '#contract/accounts/factors.ts'

/**
 * A new passkey with the attestation of an Android device, with certificates that anyone can create. The first one
 * contains the address of a revocation list.
 *
 * @param passkey with the attestation "none", with ES256
 */
export function attestByAndroid(passkey: Attestation, address: string): Attestation {
  const { attestationObject, clientDataJSON } = passkey.response
  const object = Buffer.from(attestationObject, 'base64url')
  const data = object.subarray(object.indexOf('authData') + 'authData'.length + 3)
  const coordinates = { x: data.subarray(-67, -35), y: data.subarray(-32) }
  const ca = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const root = toCertificate('root', ca.publicKey.export({ type: 'spki', format: 'der' }), [])
  const leaf = toCertificate('leaf', toSpki(coordinates), [
    // The list of revoked certificates.
    extension(
      '551d1f',
      der(0x30, der(0x30, der(0xa0, der(0xa0, der(0x86, Buffer.from(address)))))),
    ),
    // Android's statement about the key: for this challenge.
    extension(
      '2b06010401d679020111',
      der(
        0x30,
        Buffer.from('0201030a01000201030a0100', 'hex'),
        der(0x04, sha256(Buffer.from(clientDataJSON, 'base64url'))),
        Buffer.from('040030003000', 'hex'),
      ),
    ),
  ])

  function toCertificate(name: string, spki: Buffer, extensions: Buffer[]): Buffer {
    const toName = (text: string) =>
      der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(text)))))
    const algorithm = der(0x30, oid('2a8648ce3d040302'))
    const content = der(
      0x30,
      Buffer.from('a003020102020101', 'hex'),
      algorithm,
      toName('root'),
      der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('490101000000Z'))),
      toName(name),
      spki,
      ...(extensions.length > 0 ? [der(0xa3, der(0x30, ...extensions))] : []),
    )
    const signature = sign('sha256', content, ca.privateKey)
    return der(0x30, content, algorithm, der(0x03, Buffer.of(0), signature))
  }

  const statement = Buffer.concat([
    Buffer.of(0xa3),
    text('alg'),
    Buffer.of(0x26),
    text('sig'),
    bytes(sign('sha256', data, ca.privateKey)),
    text('x5c'),
    Buffer.of(0x82),
    bytes(leaf),
    bytes(root),
  ])
  const attested = Buffer.concat([
    Buffer.of(0xa3),
    text('fmt'),
    text('android-key'),
    text('attStmt'),
    statement,
    text('authData'),
    bytes(data),
  ])
  const response = { ...passkey.response, attestationObject: attested.toString('base64url') }
  return { ...passkey, response }
}

function toSpki({ x, y }: Record<'x' | 'y', Buffer>): Buffer {
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: x.toString('base64url'),
    y: y.toString('base64url'),
  }
  return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'der' })
}

function sha256(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}

/** A value of ASN.1, in DER. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

/** @param hex the encoded identifier */
function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

function extension(id: string, value: Buffer): Buffer {
  return der(0x30, oid(id), der(0x04, value))
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)])
}

/** Bytes in CBOR. */
function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.of(0x59, value.length >> 8, value.length & 0xff), value])
}

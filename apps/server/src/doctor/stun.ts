import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'

// Messages of STUN (RFC 8489), as far as reaching a server needs them.

export const attribute = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  lifetime: 0x000d,
  peerAddress: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  requestedTransport: 0x0019,
  priority: 0x0024,
  fingerprint: 0x8028,
  iceControlling: 0x802a,
} as const
export interface StunMessage {
  type: number
  transaction: Buffer
  attributes: ReadonlyMap<number, Buffer>
}

export const magicCookie = 0x2112a442
const headerBytes = 20
const integrityBytes = 24
const fingerprintBytes = 8
const fingerprintMask = 0x5354554e

/** A request with a fingerprint; with `key`, it carries a MESSAGE-INTEGRITY. */
export function writeStun(
  type: number,
  transaction: Buffer,
  attributes: readonly (readonly [type: number, value: Buffer])[],
  key?: Buffer | string,
): Buffer {
  let message: Buffer<ArrayBufferLike> = Buffer.concat([header(type, transaction), ...attributes.map(encoded)])
  // Each of the two is computed over a header whose length includes itself already.
  if (key !== undefined) {
    setLength(message, integrityBytes)
    const mark = createHmac('sha1', key).update(message).digest()
    message = Buffer.concat([message, encoded([attribute.messageIntegrity, mark])])
  }
  setLength(message, fingerprintBytes)
  const fingerprint = Buffer.alloc(4)
  fingerprint.writeUInt32BE((crc32(message) ^ fingerprintMask) >>> 0)
  return Buffer.concat([message, encoded([attribute.fingerprint, fingerprint])])
}

/** Undefined where the bytes are no whole message. What follows after its length is not looked at. */
export function readStun(bytes: Buffer): StunMessage | undefined {
  if (bytes.length < headerBytes || bytes[0]! > 3 || bytes.readUInt32BE(4) !== magicCookie) return undefined
  const end = headerBytes + bytes.readUInt16BE(2)
  if (bytes.length < end) return undefined
  const attributes = new Map<number, Buffer>()
  for (let at = headerBytes; at + 4 <= end; ) {
    const length = bytes.readUInt16BE(at + 2)
    if (at + 4 + length > end) return undefined
    attributes.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length))
    at += 4 + padded(length)
  }
  return { type: bytes.readUInt16BE(0), transaction: bytes.subarray(8, headerBytes), attributes }
}

/** The number of an ERROR-CODE, such as 401; undefined where there is none. */
export function errorCodeOf({ attributes }: StunMessage): number | undefined {
  const value = attributes.get(attribute.errorCode)
  return value && value.length >= 4 ? (value[2]! & 7) * 100 + value[3]! : undefined
}

/** The value of an XOR-MAPPED-ADDRESS or XOR-PEER-ADDRESS for IPv4. */
export function xoredAddress(address: string, port: number): Buffer {
  const value = Buffer.alloc(8)
  value[1] = 1
  value.writeUInt16BE(port ^ (magicCookie >>> 16), 2)
  const plain = Buffer.from(address.split('.').map(Number)).readUInt32BE()
  value.writeUInt32BE((plain ^ magicCookie) >>> 0, 4)
  return value
}

function header(type: number, transaction: Buffer): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.writeUInt16BE(type, 0)
  bytes.writeUInt32BE(magicCookie, 4)
  transaction.copy(bytes, 8)
  return bytes
}
const setLength = (message: Buffer, following: number) =>
  message.writeUInt16BE(message.length - headerBytes + following, 2)
const padded = (length: number) => (length + 3) & ~3

function encoded([type, value]: readonly [type: number, value: Buffer]): Buffer {
  const bytes = Buffer.alloc(4 + padded(value.length))
  bytes.writeUInt16BE(type, 0)
  bytes.writeUInt16BE(value.length, 2)
  value.copy(bytes, 4)
  return bytes
}

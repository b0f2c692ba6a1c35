import { createHash, randomBytes, randomFillSync } from 'node:crypto'

/** A time-ordered UUIDv7: 48 bits of milliseconds, 74 random bits. */
export function newId(nowMs: number = Date.now()): string {
  const bytes = random16()
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

// Random bytes are fetched a page at a time; ids are no secrets.
const pool = Buffer.alloc(4096)
let taken = pool.length
function random16(): Buffer {
  if (taken === pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  taken += 16
  return pool.subarray(taken - 16, taken)
}

/** A secret of 256 random bits, as text for links and cookies; only its hash is stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
export const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest()

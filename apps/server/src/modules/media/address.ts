import { hash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { keyFor } from '../../platform/keys.ts'
import { assert } from '../../platform/refusal.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { variantKinds, type VariantKindName } from './registry.ts'

// The one signer. An address is `/media/<token>/<name>`; the token says nothing to anybody but us, and is good for one part of one
// variant of one file, for one viewer, at one access epoch, for a few minutes.

export interface Address {
  fileId: string
  variant: string
  /** The part of the variant: the file name at the end of the address. */
  part: string
  /** An account, or null: nobody in particular. */
  viewerId: string | null
  epoch: number
  /** Null where it works for ever. */
  expiresAt: Date | null
}

const nobody = '00000000-0000-0000-0000-000000000000'
const hexOf = (id: string) => id.replaceAll('-', '')

/** What an address needs to know of a viewer. */
export type AddressViewer = { kind: 'visitor' } | { kind: 'signed-in'; id: string; accessEpoch: number }

/** The same request within a minute gets the same address, so that caches can keep what it leads to. */
export function addressOf(
  ctx: Context,
  viewer: AddressViewer,
  kind: VariantKindName,
  file: { id: string },
  variant: string,
  part: string,
): string {
  const { lifeSeconds, audience } = variantKinds[kind]
  if (audience !== 'public' || lifeSeconds !== null) return sealed(ctx, viewer, kind, file, variant, part)
  // The same for everybody, for ever: signed once.
  const kept = keysOf(ctx.secret).kept
  const key = `${file.id} ${variant} ${part}`
  let address = kept.get(key)
  if (address === undefined) {
    if (kept.size >= keptMax) kept.clear()
    address = sealed(ctx, viewer, kind, file, variant, part)
    kept.set(key, address)
  }
  return address
}
const keptMax = 10_000

function sealed(
  ctx: Context,
  viewer: AddressViewer,
  kind: VariantKindName,
  file: { id: string },
  variant: string,
  part: string,
): string {
  const { lifeSeconds, audience } = variantKinds[kind]
  const minute = Math.floor(ctx.clock.now().getTime() / 60_000)
  const isBound = audience !== 'public' && viewer.kind === 'signed-in'
  const plain = Buffer.alloc(40)
  plain.write(hexOf(file.id), 0, 'hex')
  plain.write(hexOf(isBound ? viewer.id : nobody), 16, 'hex')
  plain.writeUInt32BE(isBound ? viewer.accessEpoch : 0, 32)
  plain.writeUInt32BE(lifeSeconds === null ? 0 : minute + lifeSeconds / 60, 36)
  return `${ctx.config.mediaOrigin ?? ''}/media/${seal(keysOf(ctx.secret), Buffer.concat([plain, Buffer.from(variant)]), part)}/${part}`
}

/** What an address says, or nothing where it is forged or expired. Whose it is, is not asked here. */
export function readAddress(ctx: Context, token: string, part: string): Address | undefined {
  const plain = unseal(ctx.secret, token, part) ?? openedWithOld(ctx, token, part)
  if (!plain) return undefined
  const viewerHex = plain.toString('hex', 16, 32)
  const expiryMinute = plain.readUInt32BE(36)
  const address: Address = {
    fileId: asId(plain.toString('hex', 0, 16)),
    variant: plain.toString('utf8', 40),
    part,
    viewerId: viewerHex === hexOf(nobody) ? null : asId(viewerHex),
    epoch: plain.readUInt32BE(32),
    expiresAt: expiryMinute === 0 ? null : new Date(expiryMinute * 60_000),
  }
  if (address.expiresAt && address.expiresAt <= ctx.clock.now()) return undefined
  return address
}

/** What was signed before the secret changed works until it expires. */
function openedWithOld(ctx: Context, token: string, part: string): Buffer | undefined {
  for (const secret of ctx.oldSecrets) {
    const plain = unseal(secret, token, part)
    if (plain) return plain
  }
  return undefined
}

/** Whether it was made for this viewer, and for what they may see now. */
export const isFor = ({ viewerId, epoch }: Address, viewer: Viewer): boolean =>
  viewerId === null || (viewer.kind === 'signed-in' && viewer.id === viewerId && viewer.accessEpoch === epoch)

const asId = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

interface Keys {
  hiding: Buffer
  inner: Buffer
  outer: Buffer
  kept: Map<string, string>
}
const keysBySecret = new WeakMap<Buffer, Keys>()
function keysOf(secret: Buffer): Keys {
  let keys = keysBySecret.get(secret)
  if (!keys) {
    const proving = Buffer.concat([keyFor(secret, 'media-address'), Buffer.alloc(32)])
    keys = {
      hiding: keyFor(secret, 'media-address hiding'),
      inner: proving.map((byte) => byte ^ 0x36) as Buffer,
      outer: proving.map((byte) => byte ^ 0x5c) as Buffer,
      kept: new Map(),
    }
    keysBySecret.set(secret, keys)
  }
  return keys
}

// The signature (HMAC-SHA256, written out because a page needs hundreds and one-shot hashes are ten times cheaper) covers content
// and part, and is at once the counter of the pad that hides the content: equal contents give equal tokens, no pad hides two.
function sign({ inner, outer }: Keys, plain: Buffer, part: string): Buffer {
  const first = hash('sha256', Buffer.concat([inner, plain, Buffer.from(`/${part}`)]), 'buffer')
  return hash('sha256', Buffer.concat([outer, first]), 'buffer').subarray(0, signatureBytes)
}
const signatureBytes = 16

function hide({ hiding }: Keys, signature: Buffer, bytes: Buffer): Buffer {
  const pad = hash('sha512', Buffer.concat([hiding, signature]), 'buffer')
  assert(bytes.length <= pad.length, 'what an address says fits under its pad')
  return bytes.map((byte, at) => byte ^ pad[at]!) as Buffer
}

function seal(keys: Keys, plain: Buffer, part: string): string {
  const signature = sign(keys, plain, part)
  return Buffer.concat([signature, hide(keys, signature, plain)]).toString('base64url')
}

function unseal(secret: Buffer, token: string, part: string): Buffer | undefined {
  if (!/^[A-Za-z0-9_-]{76,107}$/.test(token)) return undefined
  const keys = keysOf(secret)
  const bytes = Buffer.from(token, 'base64url')
  // Base64 has several spellings of the same bytes; only ours counts.
  if (bytes.toString('base64url') !== token) return undefined
  const signature = bytes.subarray(0, signatureBytes)
  const plain = hide(keys, signature, bytes.subarray(signatureBytes))
  return timingSafeEqual(signature, sign(keys, plain, part)) ? plain : undefined
}

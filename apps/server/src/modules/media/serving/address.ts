import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { keyFor } from '../../../platform/keys.ts'
import type { Viewer } from '../../../platform/viewer.ts'

// The only module that signs media URLs. A file has one token for each scope, and the token is a path prefix: all paths of that file
// in that scope are below `/media/<token>/`. A token is plain text followed by a MAC. It hides nothing, so anyone who has it can read
// its file and viewer; it proves which file it is for, which viewer, which access epoch and until when.

interface ScopeRule {
  code: string
  /** For how many minutes an address is valid at most; null if it has no expiry and no viewer. */
  minutes: number | null
}
export const scopes = {
  /** Displayed inline: images, video, audio and their supporting files. */
  display: { code: 'd', minutes: 5 },
  /** The file as it was uploaded, to be saved. Apart from display, because downloads are granted one by one. */
  original: { code: 'o', minutes: 10 },
  /** A video as it is shown, to be saved. Never the original: that has what was cut away, and where it was filmed. */
  saved: { code: 's', minutes: 10 },
  /** A user's own data export. */
  archive: { code: 'a', minutes: 10 },
  /** What a visitor may see. */
  public: { code: 'p', minutes: null },
} as const satisfies Record<string, ScopeRule>
export type Scope = keyof typeof scopes
const scopeByCode: ReadonlyMap<string, Scope> = new Map(
  Object.entries(scopes).map(([name, { code }]) => [code, name as Scope]),
)

export interface Token {
  scope: Scope
  fileId: string
  /** An account, or null: not bound to a viewer. */
  viewerId: string | null
  epoch: number
  /** Null where it works for ever. */
  expiresAt: Date | null
}

/** What an address needs to know of a viewer. */
export type AddressViewer = { kind: 'visitor' } | { kind: 'signed-in'; id: string; accessEpoch: number }

const unknownAccount = '00000000-0000-0000-0000-000000000000'
const idChars = 22
const macChars = 22
const numberChars = 7

/** Every address of a file in this scope begins so, with a slash at the end. Good for one viewer, unless the scope is public. */
export const baseOf = (ctx: Context, viewer: AddressViewer, scope: Scope, fileId: string): string =>
  basesFor(ctx, viewer, scope)(fileId)

/** The same for several files of one response. Within a minute a file gets the same base again, so that caches can store its variants. */
export function basesFor(ctx: Context, viewer: AddressViewer, scope: Scope): (fileId: string) => string {
  const { code, minutes } = scopes[scope]
  const key = keyOf(ctx.secret)
  const start = `${ctx.config.mediaOrigin ?? ''}/media/`
  const bound = minutes === null ? '' : boundTo(viewer, Math.floor(ctx.clock.now().getTime() / 60_000) + minutes)
  return (fileId) => {
    const content = code + shortId(fileId) + bound
    return `${start}${content}${macOf(key, content)}/`
  }
}

function boundTo(viewer: AddressViewer, untilMinute: number): string {
  const isSignedIn = viewer.kind === 'signed-in'
  return (
    shortId(isSignedIn ? viewer.id : unknownAccount) + digits(isSignedIn ? viewer.accessEpoch : 0) + digits(untilMinute)
  )
}

const publicToken = new RegExp(`^p[\\w-]{${idChars + macChars}}$`)
const boundToken = new RegExp(`^[doas][\\w-]{${2 * idChars + 2 * numberChars + macChars}}$`)

/** The content of a token; undefined if it is forged or expired. The sender of the request is not checked here. */
export function readToken(ctx: Context, token: string): Token | undefined {
  if (!publicToken.test(token) && !boundToken.test(token)) return undefined
  // What was signed before the secret was rotated works until it expires.
  if (![ctx.secret, ...ctx.oldSecrets].some((secret) => isSigned(keyOf(secret), token))) return undefined
  const scope = scopeByCode.get(token[0]!)!
  const fileId = longId(token.slice(1, 1 + idChars))
  if (scopes[scope].minutes === null) return { scope, fileId, viewerId: null, epoch: 0, expiresAt: null }
  const rest = token.slice(1 + idChars)
  const viewerId = longId(rest.slice(0, idChars))
  const [epoch, untilMinute] = [0, numberChars].map((at) =>
    Number.parseInt(rest.slice(idChars + at, idChars + at + numberChars), 36),
  ) as [number, number]
  const expiresAt = new Date(untilMinute * 60_000)
  if (expiresAt <= ctx.clock.now()) return undefined
  return { scope, fileId, viewerId: viewerId === unknownAccount ? null : viewerId, epoch, expiresAt }
}

/** Whether it was made for this viewer, and for what they may see now. */
export const isFor = ({ viewerId, epoch }: Token, viewer: Viewer): boolean =>
  viewerId === null || (viewer.kind === 'signed-in' && viewer.id === viewerId && viewer.accessEpoch === epoch)

const keys = new WeakMap<Buffer, KeyObject>()
function keyOf(secret: Buffer): KeyObject {
  let key = keys.get(secret)
  if (!key) keys.set(secret, (key = createSecretKey(keyFor(secret, 'media-token'))))
  return key
}

/** 132 bits of HMAC-SHA256. */
const macOf = (key: KeyObject, content: string): string =>
  createHmac('sha256', key).update(content).digest('base64url').slice(0, macChars)

function isSigned(key: KeyObject, token: string): boolean {
  const at = token.length - macChars
  return timingSafeEqual(Buffer.from(token.slice(at)), Buffer.from(macOf(key, token.slice(0, at))))
}

const digits = (number: number): string => number.toString(36).padStart(numberChars, '0')
const shortId = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
function longId(short: string): string {
  const hex = Buffer.from(short, 'base64url').toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { notFoundProblem } from '../../../platform/http/http.ts'
import { sha256 } from '../../../platform/ids.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import { type ByteRange, storageOf } from '../../../platform/files/storage.ts'
import { idOf, type SignedIn, type Viewer } from '../../../platform/viewer.ts'
import { ageScopeOf } from '../../access/policy.ts'
import { ageHides } from '../../access/visibility.ts'
import { isSiteClosedSomewhere, isSiteClosedTo } from '../../../platform/http/site-closed.ts'
import { decideFiles, isPublicFile } from './access.ts'
import { isFor, readToken, type Scope, type Token } from './address.ts'
import { masterPlaylist, readPlaylist } from './hls.ts'
import { sharing } from '../media-origin.ts'
import { names, partNamed } from '../names.ts'
import { isVariantKind, publicCacheControl, type VariantKind, variantKinds, type VariantKindName } from './registry.ts'
import * as store from '../store.ts'

// Media is served only here. Every invalid address gets the same 404; a valid one gets 451 if the whole site is blocked in the country of
// the request.

type MediaRequest = FastifyRequest<{ Params: { token: string; '*': string } }>

/** What other modules, which use this one, provide for its addresses. */
export interface MediaSources {
  /** The account that an address names, if the request has no session. */
  accountNamed(ctx: Context, id: string): Promise<Omit<SignedIn, 'kind' | 'address' | 'country' | 'locale'> | undefined>
  /** An archive of the viewer’s own data, as it is stored and as it is read. */
  openArchive(ctx: Context, id: string, accountId: string): Promise<Archive | undefined>
}
interface Archive {
  key: string
  /** What it is saved as. */
  name: string
  bytes: number
  read(range?: ByteRange): Promise<Readable>
}

export function registerMediaAddresses(app: FastifyInstance, ctx: Context, sources: MediaSources): void {
  app.route<{ Params: { token: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:token/*',
    compress: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const entered = await enter(ctx, request, sources)
      if (entered?.token.scope === 'archive') return answerArchive(ctx, request, reply, entered, sources)
      const found = entered && (await find(ctx, entered))
      return found ? answer(ctx, request, reply, found) : missing(request, reply)
    },
  })
  app.all('/media/*', { schema: { hide: true } }, (request, reply) => missing(request, reply))
}

interface Entered {
  token: Token
  path: string
  viewer: Viewer
}
interface Found {
  kindName: VariantKindName
  kind: VariantKind
  isPublic: boolean
  file: store.ServedFile
  variant: store.VariantRow | undefined
  captions: { vtt: string } | undefined
  part: string
}

/** Who presents an address that is theirs. */
async function enter(ctx: Context, request: MediaRequest, sources: MediaSources): Promise<Entered | undefined> {
  const token = readToken(ctx, request.params.token)
  const viewer = token && (await viewerOf(ctx, request, token, sources))
  if (!viewer || !isFor(token, viewer)) return undefined
  const isStaff = viewer.kind === 'signed-in' && viewer.role === 'admin' && !viewer.needsSecondFactor
  refuseIf(isSiteClosedTo(ctx, viewer.country) && !isStaff, 'GEO_BLOCKED')
  return { token, path: request.params['*'], viewer }
}

const captionLocale = /^captions-(.+)$/
const notStored: Record<string, VariantKindName> = {
  hls: 'hls-master',
  original: 'original',
  'saved-video': 'saved-video',
}

async function find(ctx: Context, { token, path, viewer }: Entered): Promise<Found | undefined> {
  const named = partNamed(path)
  if (!named) return undefined
  const locale = captionLocale.exec(named.variant)?.[1]
  const isStored = !notStored[named.variant] && locale === undefined
  const [file, [stored], captions] = await Promise.all([
    store.findToServe(ctx, token.fileId, viewer.country),
    isStored ? store.findVariants(ctx, token.fileId, named.variant) : [],
    locale === undefined ? undefined : store.captionsIn(ctx, token.fileId, locale),
  ])
  const kindName = notStored[named.variant] ?? (captions ? 'captions' : stored?.kind)
  if (!file || !kindName || !isVariantKind(kindName)) return undefined
  const kind: VariantKind = variantKinds[kindName]
  if ((kind.storage === 'folder') !== (named.part !== '')) return undefined
  if (!(await isAllowed(ctx, viewer, file, kind, token.scope))) return undefined
  return { kindName, kind, isPublic: token.scope === 'public', file, variant: stored, captions, part: named.part }
}

/** Whether this part may leave under a token of this scope, for this viewer, now. */
async function isAllowed(
  ctx: Context,
  viewer: Viewer,
  file: store.ServedFile,
  { audience, scope: ofKind }: VariantKind,
  scope: Scope,
): Promise<boolean> {
  if (audience === 'own') return false
  if (audience === 'public') return scope === ofKind && !isHiddenFrom(ctx, viewer, file)
  if (scope === 'public' && ofKind === 'display') return isPublicFile(ctx, viewer, file)
  if (scope !== ofKind) return false
  return (await decideFiles(ctx, viewer, [file])).get(file.id)?.granted === true
}

/** Public files are also hidden from viewers who may not know of the creator, because of their country or age. */
function isHiddenFrom(ctx: Context, viewer: Viewer, file: store.ServedFile): boolean {
  if (!file.isPerformers || idOf(viewer) === file.ownerId || (viewer.kind === 'signed-in' && viewer.role === 'admin'))
    return false
  const scope = ageScopeOf(ctx, viewer)
  return file.isClosedHere || ageHides(scope, file.isAdult)
}

/**
 * On a separate origin, media requests carry no cookies: the URL itself identifies the viewer, for its few minutes of validity, and the
 * access policy is evaluated for that viewer. A session that is sent anyway is ignored there, and so is an age assurance: the viewer
 * had already provided it when the URL was issued.
 */
async function viewerOf(
  ctx: Context,
  request: FastifyRequest,
  { viewerId }: Token,
  { accountNamed }: MediaSources,
): Promise<Viewer | undefined> {
  if (!ctx.config.mediaOrigin) return request.viewer
  const { address, country, locale } = request.viewer
  const age = 'assured'
  if (viewerId === null) return { kind: 'visitor', address, country, locale, age }
  const account = await accountNamed(ctx, viewerId)
  return account && { kind: 'signed-in', ...account, address, country, locale, age }
}

async function answer(ctx: Context, request: FastifyRequest, reply: FastifyReply, found: Found): Promise<unknown> {
  const { kind, kindName, isPublic, file, variant, part } = found
  const isPlaylist = kindName === 'hls-master' || part === playlistName
  const cacheControl = isPublic ? publicCacheControl : kind.cacheControl
  // Segments are added to a playlist while its video is made, and captions are replaced: a copy is revalidated at every use.
  const ownControl =
    isPlaylist || kindName === 'captions' ? cacheControl.replace('max-age=60', 'no-cache') : cacheControl
  const isForSome = file.isAdult || file.isSomewhereClosed || isSiteClosedSomewhere(ctx)
  reply.headers({
    // Shared caches between us and viewers who may not see the file must not store a copy.
    'cache-control': isForSome ? ownControl.replace('public', 'private') : ownControl,
    ...(!isPublic && !ctx.config.mediaOrigin && { vary: 'cookie, authorization' }),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    ...sharing(ctx),
    'content-disposition':
      kind.disposition === 'inline'
        ? 'inline'
        : `attachment; filename*=UTF-8''${encodeURIComponent(savedAs(kindName, file.name || 'file'))}`,
  })
  if (kindName === 'saved-video') return savedVideo(ctx, request, reply, file.id)
  if (kindName === 'hls-master') {
    const renditions = (await store.findVariants(ctx, file.id, '')).filter(
      (variant) => variant.kind === 'hls-rendition',
    )
    if (renditions.length === 0) return missing(request, reply)
    return playlist(request, reply, masterPlaylist(renditions))
  }
  if (kindName === 'captions') {
    const text = Buffer.from(found.captions!.vtt)
    const about = { size: text.length, mime: 'text/vtt; charset=utf-8', etag: etagOf(found.captions!.vtt) }
    return bytes(request, reply, about, (range) =>
      Promise.resolve(Readable.from(range ? [text.subarray(range.start, range.end + 1)] : [text])),
    )
  }
  // What was recorded here has no original.
  if (kindName === 'original' && !file.key) return missing(request, reply)
  const key = kindName === 'original' ? file.key! : part ? `${variant!.storageKey}/${part}` : variant!.storageKey
  const storage = storageOf(ctx.config)
  const size = await storage.size(key)
  if (size === undefined) {
    request.log.error({ fileId: file.id, key }, 'a file that the database knows is not in storage')
    return missing(request, reply)
  }
  if (isPlaylist) return playlist(request, reply, (await buffer(await storage.read(key))).toString())
  const mime = kindName === 'original' ? 'application/octet-stream' : part ? 'video/mp4' : variant!.mime
  return bytes(request, reply, { size, mime, etag: etagOf(key) }, (range) => storage.read(key, range))
}
const playlistName = 'index.m3u8'

const savedAs = (kindName: VariantKindName, name: string): string =>
  kindName === 'saved-video' ? `${name.replace(/\.\w{1,5}$/, '')}.mp4` : name

/** Joins the parts of the largest rendition, which is complete. A recording that was interrupted has several beginnings and is no one file. */
async function savedVideo(ctx: Context, request: FastifyRequest, reply: FastifyReply, fileId: string) {
  const storage = storageOf(ctx.config)
  const all = await store.findVariants(ctx, fileId, '')
  const renditions = all.filter(({ kind }) => kind === 'hls-rendition')
  const [largest] = renditions.toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0))
  if (!largest || largest.detail.isProgressive) return missing(request, reply)
  const list = (await buffer(await storage.read(`${largest.storageKey}/${playlistName}`))).toString()
  if (list.includes('#EXT-X-DISCONTINUITY')) return missing(request, reply)
  const keys = ['init.mp4', ...readPlaylist(list).map(({ name }) => name)].map(
    (name) => `${largest.storageKey}/${name}`,
  )
  const etag = etagOf(largest.storageKey)
  reply.header('etag', etag).type('video/mp4')
  if (isReferenced(request, etag)) return reply.code(304).send()
  if (request.method === 'HEAD') return reply.send(null)
  return reply.send(Readable.from(joined(keys, (key) => storage.read(key))))
}

async function* joined(keys: readonly string[], read: (key: string) => Promise<Readable>): AsyncGenerator<Buffer> {
  for (const key of keys) yield* (await read(key)) as AsyncIterable<Buffer>
}

/** A user's own data: accessible to that user only, whatever else staff may see. */
async function answerArchive(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, path, viewer }: Entered,
  { openArchive }: MediaSources,
): Promise<unknown> {
  const { cacheControl } = variantKinds['data-export']
  const isTheirs = viewer.kind === 'signed-in' && token.viewerId === viewer.id && path === names.archive
  const archive = isTheirs ? await openArchive(ctx, token.fileId, viewer.id) : undefined
  if (!archive) return missing(request, reply)
  reply.headers({
    'cache-control': cacheControl,
    ...(!ctx.config.mediaOrigin && { vary: 'cookie, authorization' }),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    ...sharing(ctx),
    'content-disposition': `attachment; filename="${archive.name}"`,
  })
  const { bytes: size, key, read } = archive
  return bytes(request, reply, { size, mime: 'application/zip', etag: etagOf(key) }, read)
}

/** A key is written once and never again, so it names its bytes. */
const etagOf = (key: string) => `"${sha256(key).toString('base64url').slice(0, 22)}"`

/** The only thing that changes under its name, so its bytes are its ETag. */
function playlist(request: FastifyRequest, reply: FastifyReply, body: string) {
  const etag = etagOf(body)
  reply.header('etag', etag).type('application/vnd.apple.mpegurl')
  if (isReferenced(request, etag)) return reply.code(304).send()
  reply.header('content-length', Buffer.byteLength(body))
  return reply.send(request.method === 'HEAD' ? null : body)
}

/** Whether the client already has these bytes. */
const isReferenced = ({ headers }: FastifyRequest, etag: string): boolean =>
  headers['if-none-match']?.split(',').some((known) => ['*', etag].includes(known.trim().replace(/^W\//, ''))) ?? false

async function bytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, mime, etag }: { size: number; mime: string; etag: string },
  read: (range?: ByteRange) => Promise<NodeJS.ReadableStream>,
) {
  reply.headers({ etag, 'accept-ranges': 'bytes' }).type(mime)
  const { headers } = request
  if (isReferenced(request, etag)) return reply.code(304).send()
  const isStale = headers['if-range'] !== undefined && headers['if-range'] !== etag
  const range = headers.range && !isStale && request.method === 'GET' ? rangeOf(headers.range, size) : undefined
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${size}`).type('text/plain').send('')
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  if (request.method === 'HEAD' || size === 0) return reply.send(null)
  return reply.send(await read(range))
}

/** One range; several, or another unit, get the whole. */
function rangeOf(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim())
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  if (match[1] === '') {
    const last = Number(match[2])
    return last === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last), end: size - 1 }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]))
  if (start >= size) return 'unsatisfiable'
  return start > end ? undefined : { start, end }
}

function missing(request: FastifyRequest, reply: FastifyReply) {
  for (const name of ['content-disposition', 'vary', 'etag', 'accept-ranges']) reply.removeHeader(name)
  const body = JSON.stringify(notFoundProblem(request))
  reply
    .code(404)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .header('content-length', Buffer.byteLength(body))
  return reply.send(request.method === 'HEAD' ? null : body)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { notFoundProblem } from '../../platform/http.ts'
import { sha256 } from '../../platform/ids.ts'
import { refuseIf } from '../../platform/refusal.ts'
import { sabotaged } from '../../platform/sabotage.ts'
import { type ByteRange, storageOf } from '../../platform/storage.ts'
import { idOf, type Viewer } from '../../platform/viewer.ts'
import { ageOf } from '../access/door.ts'
import { accountNamed } from '../accounts/identify.ts'
import { archiveVariant, openArchive } from '../exports/archives.ts'
import { isSiteClosedTo } from '../places/site-block.ts'
import { decideFiles } from './access.ts'
import { type Address, addressOf, isFor, readAddress } from './address.ts'
import { sharing } from './media-origin.ts'
import { masterPlaylist, signPlaylist } from './hls.ts'
import { isVariantKind, type VariantKind, variantKinds, type VariantKindName } from './registry.ts'
import * as store from './store.ts'

// Media leaves the server here and nowhere else. Whatever is wrong with an address, the answer is the same 404; a true one is 451 where
// the whole site is closed to the country it is asked from.

export function registerMediaAddresses(app: FastifyInstance, ctx: Context): void {
  app.route<{ Params: { token: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:token/:name',
    compress: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const entered = await enter(ctx, request)
      if (entered?.address.variant === archiveVariant) return answerArchive(ctx, request, reply, entered)
      const found = entered && (await find(ctx, entered))
      return found ? answer(ctx, request, reply, found) : missing(request, reply)
    },
  })
  app.all('/media/*', { schema: { hide: true } }, (request, reply) => missing(request, reply))
}

interface Entered {
  address: Address
  viewer: Viewer
}
interface Found {
  viewer: Viewer
  kindName: VariantKindName
  kind: VariantKind
  address: Address
  file: store.ServedFile
  variant: store.VariantRow | undefined
}

/** Who asks with an address that is theirs. */
async function enter(
  ctx: Context,
  request: FastifyRequest<{ Params: { token: string; name: string } }>,
): Promise<Entered | undefined> {
  const { token, name } = request.params
  const address = readAddress(ctx, token, name)
  const viewer = address && (await viewerOf(ctx, request, address))
  if (!viewer || !isFor(address, viewer)) return undefined
  const isStaff = viewer.kind === 'signed-in' && viewer.role === 'admin' && !viewer.needsSecondFactor
  refuseIf(isSiteClosedTo(ctx, viewer.country) && !isStaff && !sabotaged('P1'), 'GEO_BLOCKED')
  return { address, viewer }
}

async function find(ctx: Context, { address, viewer }: Entered): Promise<Found | undefined> {
  const made = address.variant === 'hls' ? 'hls-master' : address.variant === 'original' ? 'original' : undefined
  const [file, [stored]] = await Promise.all([
    store.findToServe(ctx, address.fileId, viewer.country),
    made ? [] : store.findVariants(ctx, address.fileId, address.variant),
  ])
  const kindName = made ?? stored?.kind
  if (!file || !kindName || !isVariantKind(kindName)) return undefined
  const kind: VariantKind = variantKinds[kindName]
  if (!kind.parts.test(address.part)) return undefined
  if (kind.audience === 'own') return undefined
  if (kind.audience === 'public' && isKeptFrom(ctx, viewer, file)) return undefined
  if (kind.audience === 'gated' && !sabotaged('P1')) {
    if (!(await decideFiles(ctx, viewer, [file])).get(file.id)?.granted) return undefined
  }
  return { viewer, kindName, kind, address, file, variant: stored }
}

/** What everybody sees is kept, too, from who may not know of its creator: by country, or by their age. */
function isKeptFrom(ctx: Context, viewer: Viewer, file: store.ServedFile): boolean {
  if (!file.isPerformers || idOf(viewer) === file.ownerId || (viewer.kind === 'signed-in' && viewer.role === 'admin'))
    return false
  const scope = sabotaged('T4') ? '' : ageOf(ctx, viewer)
  return file.isClosedHere || scope === 'all' || (scope === 'marked' && file.isAdult)
}

/**
 * On an origin of their own, media come without cookies: the address itself says whose it is, for its few minutes, and the door is
 * asked for that person. A session that is sent along all the same counts for nothing there, and so does a proof of age: whoever was
 * given the address had shown it then.
 */
async function viewerOf(ctx: Context, request: FastifyRequest, { viewerId }: Address): Promise<Viewer | undefined> {
  if (!ctx.config.mediaOrigin) return request.viewer
  const { address, country, locale } = request.viewer
  const age = 'assured'
  if (viewerId === null) return { kind: 'visitor', address, country, locale, age }
  const account = await accountNamed(ctx, viewerId)
  return account && { kind: 'signed-in', ...account, address, country, locale, age }
}

async function answer(ctx: Context, request: FastifyRequest, reply: FastifyReply, found: Found): Promise<unknown> {
  const { viewer, kind, kindName, address, file, variant } = found
  reply.headers({
    // Between us and whom it is kept from, nobody may hold a copy.
    'cache-control':
      file.isAdult || file.isSomewhereClosed ? kind.cacheControl.replace('public', 'private') : kind.cacheControl,
    ...(kind.audience === 'gated' && !ctx.config.mediaOrigin && { vary: 'cookie, authorization' }),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    ...sharing(ctx),
    'content-disposition':
      kind.disposition === 'inline'
        ? 'inline'
        : `attachment; filename*=UTF-8''${encodeURIComponent(file.name || 'file')}`,
  })
  const sign = (as: VariantKindName, name: string, part: string) => addressOf(ctx, viewer, as, file, name, part)
  if (kindName === 'hls-master') {
    const renditions = (await store.findVariants(ctx, file.id, '')).filter((one) => one.kind === 'hls-rendition')
    if (renditions.length === 0) return missing(request, reply)
    return text(
      request,
      reply,
      masterPlaylist(renditions, (name) => sign('hls-rendition', name, 'index.m3u8')),
    )
  }
  const key =
    kindName === 'original'
      ? file.key!
      : kind.storage === 'folder'
        ? `${variant!.storageKey}/${address.part}`
        : variant!.storageKey
  const storage = storageOf(ctx.config)
  const size = await storage.size(key)
  if (size === undefined) {
    request.log.error({ fileId: file.id, key }, 'a file that the database knows is not in storage')
    return missing(request, reply)
  }
  if (address.part === 'index.m3u8') {
    const chunks: Buffer[] = []
    for await (const chunk of await storage.read(key)) chunks.push(chunk as Buffer)
    reply.header('cache-control', variantKinds['hls-master'].cacheControl)
    return text(
      request,
      reply,
      signPlaylist(Buffer.concat(chunks).toString(), (part) => sign('hls-rendition', address.variant, part)),
    )
  }
  return bytes(
    request,
    reply,
    {
      size,
      mime: kindName === 'original' ? 'application/octet-stream' : mimeOf(address.part, variant!.mime),
      etag: etagOf(key),
    },
    (range) => storage.read(key, range),
  )
}

/** Somebody's own data: theirs alone, whatever staff may see otherwise. */
async function answerArchive(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { address, viewer }: Entered,
): Promise<unknown> {
  const { parts, cacheControl } = variantKinds['data-export']
  const isTheirs = viewer.kind === 'signed-in' && address.viewerId === viewer.id && parts.test(address.part)
  const archive = isTheirs ? await openArchive(ctx, address.fileId, viewer.id) : undefined
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

const mimeOf = (part: string, mime: string) => (part.endsWith('.m4s') || part.endsWith('.mp4') ? 'video/mp4' : mime)
/** A key is written once and never again, so it names its bytes. */
const etagOf = (key: string) => `"${sha256(key).toString('base64url').slice(0, 22)}"`

function text(request: FastifyRequest, reply: FastifyReply, body: string) {
  reply.type('application/vnd.apple.mpegurl').header('content-length', Buffer.byteLength(body))
  return reply.send(request.method === 'HEAD' ? null : body)
}

async function bytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, mime, etag }: { size: number; mime: string; etag: string },
  read: (range?: ByteRange) => Promise<NodeJS.ReadableStream>,
) {
  reply.headers({ etag, 'accept-ranges': 'bytes' }).type(mime)
  const { headers } = request
  if (headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*'))
    return reply.code(304).send()
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

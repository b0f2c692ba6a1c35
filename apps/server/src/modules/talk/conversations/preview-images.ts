import { stat, writeFile } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { getConversation } from '@fanlight/contract/conversations'
import { id } from '@fanlight/contract/fields'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import type { Egress } from '../../../platform/egress.ts'
import { sha256 } from '../../../platform/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import { countCall, requireOpenSite } from '../../../platform/http/request-pipeline.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { matchPort } from '../../media/intake/known-illegal.ts'
import { makeImages } from '../../media/processing/photos.ts'
import { sniff } from '../../media/intake/sniff.ts'
import { sendFollowing } from './preview-requests.ts'

// The image of a link preview. The server fetches it, and makes a small one of it in the decoder sandbox, so that no browser connects to
// the page and nothing of the original leaves. Its address is that of the preview, which only those who have the message know.

const request = {
  deadlineMs: 8_000,
  bytesMax: 5 * 1024 * 1024,
  headers: { accept: 'image/*', 'user-agent': 'LinkPreview/1.0' },
}
const widthMax = 640
const storedBytesMax = 256 * 1024

/** Where its image is fetched by browsers. */
export const previewImagePath = (previewId: string): string => `/link-previews/${previewId}.webp`

/** Fetches and stores the image of a preview; returns its key, or undefined where there is none that can be shown. */
export async function storeImage(
  ctx: Context,
  egress: Egress,
  previewId: string,
  url: string,
): Promise<string | undefined> {
  const storage = storageOf(ctx.config)
  try {
    const found = await sendFollowing(egress, url, request)
    if (found?.status !== 200) return undefined
    if (await matchPort(ctx).isKnown({ sha256: sha256(found.body), kind: 'photo' })) return undefined
    const input = await sniff('photo', found.body.subarray(0, 65_536))
    if (!input) return undefined
    const folder = await storage.workFolder()
    try {
      await writeFile(join(folder.path, 'source'), found.body)
      const { made } = await makeImages(folder.path, 'source', input.reader, 'poster')
      const image = made.filter(({ format, width }) => format === 'webp' && width <= widthMax).at(-1)
      const path = image && join(folder.path, 'out', image.file)
      if (!path || (await stat(path)).size > storedBytesMax) return undefined
      const key = `link-previews/${previewId.slice(-2)}/${previewId}.webp`
      await storage.put(key, createReadStream(path), { bytesMax: storedBytesMax })
      return key
    } finally {
      await folder.remove()
    }
  } catch (error) {
    // A link without an image is a preview all the same.
    ctx.log.info({ err: error, previewId }, 'a link preview has no image')
    return undefined
  }
}

export function servePreviewImages(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { id: string } }>('/link-previews/:id.webp', { schema: { hide: true } }, async (request, reply) => {
    requireOpenSite(ctx, {}, request.viewer)
    countCall(ctx, getConversation, request.viewer)
    const parsed = id.safeParse(request.params.id)
    const found = parsed.success
      ? await row(
          ctx.db,
          sql<{
            key: string
          }>`SELECT image_key AS key FROM link_previews WHERE id = ${parsed.data} AND image_key IS NOT NULL`,
        )
      : undefined
    const image =
      found &&
      (await storageOf(ctx.config)
        .read(found.key)
        .catch(() => undefined))
    if (!image) refuse('NOT_FOUND')
    reply.headers({ 'cache-control': 'private, max-age=86400, immutable', 'x-robots-tag': 'noindex' })
    return reply.type('image/webp').send(image)
  })
}

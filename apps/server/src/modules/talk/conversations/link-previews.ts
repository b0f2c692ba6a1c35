import { isWebAddress } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { type Egress, openEgress } from '../../../platform/egress.ts'
import { publish } from '../../../platform/events/events.ts'
import { newId, sha256 } from '../../../platform/ids.ts'
import { publicUrl } from '../../../platform/http/origin.ts'
import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { fetchLinkPreviewJob } from './jobs.ts'
import { describePage, type PageDescription } from './page-description.ts'
import { storeImage } from './preview-images.ts'
import { sendFollowing } from './preview-requests.ts'
import { messageUpdated } from './events.ts'

// The first link of a message is described by its page. A job fetches it after the message was sent, and not the browser, so that the page
// learns the address of neither person. Whatever goes wrong, there is no preview.

const request = {
  deadlineMs: 8_000,
  bytesMax: 1024 * 1024,
  headers: { accept: 'text/html', 'user-agent': 'LinkPreview/1.0' },
}

/** The first link in a text that may be fetched: not one of this site itself. */
export function linkToPreview(text: string, ownUrl: string): string | undefined {
  const found = text.match(/https:\/\/[^\s<>"]+/i)?.[0].replace(/[.,;:!?'")\]]+$/, '')
  if (found === undefined || found.length > 2000 || !isWebAddress(found)) return undefined
  const url = new URL(found)
  url.hash = ''
  return url.host === new URL(ownUrl).host ? undefined : url.href
}

export const linkPreviewJobs: JobHandler[] = [
  handle(fetchLinkPreviewJob, (ctx, { messageId }) => addPreview(ctx, messageId)),
]

let shared: Egress | undefined
/** Describes the link of a message. Run twice, it finds what it stored the first time. */
export async function addPreview(ctx: Context, messageId: string, egress = (shared ??= openEgress([]))): Promise<void> {
  const message = await row(
    ctx.db,
    sql<{
      text: string
    }>`SELECT text FROM messages WHERE id = ${messageId} AND deleted_at IS NULL AND link_preview_id IS NULL`,
  )
  const url = message && linkToPreview(message.text, publicUrl(ctx.config))
  if (!url) return
  const stored = await storedPreview(ctx, url)
  const preview = stored ?? (await fetchPreview(ctx, egress, url))
  if (!preview.hasTitle) return
  await ctx.transaction(async (tx) => {
    const updated = await row(
      tx.db,
      sql<{
        conversationId: string
        people: string[]
      }>`UPDATE messages g SET link_preview_id = ${preview.id} FROM conversations c
        WHERE g.id = ${messageId} AND c.id = g.conversation_id AND g.deleted_at IS NULL AND g.link_preview_id IS NULL
        RETURNING c.id AS "conversationId", ARRAY[c.low_id, c.high_id] AS people`,
    )
    if (updated) await publish(tx, messageUpdated, { ...updated, messageId })
  })
}

/** What the page behind an address says of itself. */
export async function fetchDescription(egress: Egress, url: string): Promise<PageDescription | undefined> {
  try {
    const found = await sendFollowing(egress, url, request)
    const type = found?.headers['content-type'] ?? ''
    if (found?.status !== 200 || !/^text\/html\b/i.test(type)) return undefined
    const charset = type.match(/charset="?([\w-]+)/i)?.[1] ?? 'utf-8'
    return describePage(new TextDecoder(charset).decode(found.body))
  } catch {
    // A page that can't be reached or read has no preview.
  }
  return undefined
}

/** The image is fetched before a message shows the preview, so that the card does not change its height. */
async function fetchPreview(ctx: Context, egress: Egress, url: string): Promise<StoredPreview> {
  const found = await fetchDescription(egress, url)
  const image = found && URL.parse(found.image, url)
  const id = newId()
  const hasImage = found !== undefined && found.image !== '' && image?.protocol === 'https:'
  const imageKey = hasImage ? await storeImage(ctx, egress, id, image.href) : undefined
  return storePreview(ctx, { id, url, found, imageKey: imageKey ?? null })
}

interface StoredPreview {
  id: string
  hasTitle: boolean
}
const storedPreview = (ctx: Context, url: string) =>
  row(
    ctx.db,
    sql<StoredPreview>`SELECT id, title <> '' AS "hasTitle" FROM link_previews
      WHERE url_hash = ${sha256(url)} AND fetched_at > app_now() - interval '1 day' ORDER BY fetched_at DESC LIMIT 1`,
  )
interface NewPreview {
  id: string
  url: string
  found: PageDescription | undefined
  imageKey: string | null
}
const storePreview = async (ctx: Context, { id, url, found, imageKey }: NewPreview): Promise<StoredPreview> =>
  (await row(
    ctx.db,
    sql<StoredPreview>`INSERT INTO link_previews (id, image_key, url_hash, url, title, description, site_name)
      VALUES (${id}, ${imageKey}, ${sha256(url)}, ${url}, ${found?.title ?? ''}, ${found?.description ?? ''}, ${found?.siteName ?? ''})
      RETURNING id, title <> '' AS "hasTitle"`,
  ))!

/** Those that no message shows any more, and failures. */
export const pruneLinkPreviews = async (ctx: Context): Promise<void> => {
  const gone = await rows(
    ctx.db,
    sql<{
      key: string | null
    }>`DELETE FROM link_previews WHERE id IN (SELECT l.id FROM link_previews l WHERE l.fetched_at < app_now() - interval '2 days'
    AND NOT EXISTS (SELECT FROM messages g WHERE g.link_preview_id = l.id) LIMIT 5000) RETURNING image_key AS key`,
  )
  for (const { key } of gone) if (key !== null) await storageOf(ctx.config).remove(key)
}

import { imageSettings } from '@fanlight/contract/settings'
import type { FastifyRequest } from 'fastify'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { addFileReferences } from '../../media/vault/deletion.ts'
import { publicImages } from '../../media/serving/public-images.ts'
import { receiveUpload } from '../../media/intake/receive.ts'

// Images of the site itself: logos, the icon, the image of the maintenance page. They pass the same pipeline as all uploads (read in
// the decoder sandbox, re-encoded, without metadata). An SVG can contain scripts and is not among the accepted formats.

export const sitePurposes = { logo: 'site-logo', icon: 'site-icon', image: 'site-image' } as const
const prefix = 'image:'

/** The id of the uploaded image that a setting names; undefined if it names none. */
export const imageIdOf = (value: string): string | undefined =>
  value.startsWith(prefix) ? value.slice(prefix.length) : undefined

const idsOf = (values: readonly string[]): string[] => values.flatMap((value) => imageIdOf(value) ?? [])

/** Receives an image that staff upload for the site. It is not shown before a setting or a promo names it. */
export async function receiveSiteImage(
  ctx: Context,
  request: FastifyRequest,
  staff: SignedIn,
  purpose: (typeof sitePurposes)[keyof typeof sitePurposes],
) {
  const { file } = await receiveUpload(ctx, request, {
    fieldName: 'image',
    kind: 'photo',
    purpose,
    alongside: (tx, id) =>
      audit(tx, staff, request.id, {
        action: 'image.uploaded',
        target: { type: 'file', id },
        after: { purpose },
      }),
  })
  return file
}

/** Those of these images that were uploaded for the site and can be shown. */
export async function readyImages(ctx: Context, values: readonly string[]): Promise<Set<string>> {
  const found = await rows(
    ctx.db,
    sql<{ id: string }>`SELECT id FROM files WHERE id = ANY(${idsOf(values)}::uuid[]) AND status = 'ready'
      AND purpose = ANY(${Object.values(sitePurposes)}::text[])`,
  )
  return new Set(found.map(({ id }) => id))
}

/** The address of each of these images: of an uploaded image its public address, of a path the path itself. */
export async function addressesOf(ctx: Context, values: readonly string[]): Promise<Record<string, string>> {
  const files = await publicImages(ctx, idsOf(values))
  return Object.fromEntries(
    values.map((value) => {
      const id = imageIdOf(value)
      return [value, id === undefined ? value : (files.get(id)?.largest ?? '')]
    }),
  )
}

// An image that a setting names is not deleted.
addFileReferences(async (ctx, ids) => {
  const named = await rows(
    ctx.db,
    sql<{
      value: string
    }>`SELECT value #>> '{}' AS value FROM settings WHERE key = ANY(${[...imageSettings]}::text[])`,
  )
  const referenced = new Set(idsOf(named.map(({ value }) => value)))
  return ids.filter((id) => referenced.has(id))
})

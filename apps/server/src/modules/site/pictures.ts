import { pictureSettings } from '@fanlight/contract/settings'
import type { FastifyRequest } from 'fastify'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { rows, sql } from '../../platform/db.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { addFileKeeper } from '../media/deletion.ts'
import { publicPictures } from '../media/public-pictures.ts'
import { receiveUpload } from '../media/receive.ts'

// Pictures of the site itself: logos, the icon, the picture of the maintenance page. They pass the same pipeline as everybody's (read in
// the sandbox, written anew, without what they carried along). A drawing (SVG) is a program in disguise and not among what is taken.

export const sitePurposes = { logo: 'site-logo', icon: 'site-icon', picture: 'site-picture' } as const
const prefix = 'picture:'

/** The file a setting names, if it names one. */
export const pictureIdOf = (value: string): string | undefined =>
  value.startsWith(prefix) ? value.slice(prefix.length) : undefined

const idsOf = (values: readonly string[]): string[] => values.flatMap((value) => pictureIdOf(value) ?? [])

/** Takes a picture that staff upload for the site. Nothing shows it before a setting or a promo names it. */
export async function receiveSitePicture(
  ctx: Context,
  request: FastifyRequest,
  staff: SignedIn,
  purpose: (typeof sitePurposes)[keyof typeof sitePurposes],
) {
  const { file } = await receiveUpload(ctx, request, {
    fieldName: 'picture',
    kind: 'photo',
    purpose,
    alongside: (tx, id) =>
      audit(tx, staff, request.id, {
        action: 'picture.uploaded',
        target: { type: 'file', id },
        after: { purpose },
      }),
  })
  return file
}

/** Those of these pictures that were uploaded for the site and can be shown. */
export async function readyPictures(ctx: Context, values: readonly string[]): Promise<Set<string>> {
  const found = await rows(
    ctx.db,
    sql<{ id: string }>`SELECT id FROM files WHERE id = ANY(${idsOf(values)}::uuid[]) AND status = 'ready'
      AND purpose = ANY(${Object.values(sitePurposes)}::text[])`,
  )
  return new Set(found.map(({ id }) => id))
}

/** Where each of these pictures is: the address of an uploaded one, a path as it stands. */
export async function addressesOf(ctx: Context, values: readonly string[]): Promise<Record<string, string>> {
  const files = await publicPictures(ctx, idsOf(values))
  return Object.fromEntries(
    values.map((value) => {
      const id = pictureIdOf(value)
      return [value, id === undefined ? value : (files.get(id)?.largest ?? '')]
    }),
  )
}

// A picture that a setting names stays, like one that a profile shows.
addFileKeeper(async (ctx, ids) => {
  const named = await rows(
    ctx.db,
    sql<{
      value: string
    }>`SELECT value #>> '{}' AS value FROM settings WHERE key = ANY(${[...pictureSettings]}::text[])`,
  )
  const held = new Set(idsOf(named.map(({ value }) => value)))
  return ids.filter((id) => held.has(id))
})

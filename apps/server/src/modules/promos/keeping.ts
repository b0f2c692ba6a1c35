import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { publish } from '../../platform/events.ts'
import { refuseField, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { addFileKeeper } from '../media/deletion.ts'
import { readyPictures } from '../site/pictures.ts'
import { forStaff } from './showing.ts'
import * as store from './store.ts'

interface By {
  staff: SignedIn
  requestId: string
}

export const make = (ctx: Context, by: By, one: store.NewPromo) =>
  ctx.transaction(async (tx) => {
    await requirePicture(tx, one.imageId)
    const made = await store.insert(tx, one, by.staff.id)
    await told(tx, by, 'promo.made', made.id, { after: { ...one } })
    return forStaff(tx, made)
  })

export const change = (ctx: Context, by: By, id: string, one: store.NewPromo) =>
  ctx.transaction(async (tx) => {
    const before = await store.locked(tx, id)
    refuseIf(!before, 'NOT_FOUND')
    await requirePicture(tx, one.imageId)
    const changed = await store.update(tx, id, one, by.staff.id)
    await told(tx, by, 'promo.changed', id, { before: { ...before }, after: { ...one } })
    return forStaff(tx, changed)
  })

export const remove = (ctx: Context, by: By, id: string) =>
  ctx.transaction(async (tx) => {
    const before = await store.locked(tx, id)
    refuseIf(!before, 'NOT_FOUND')
    await store.remove(tx, id)
    await told(tx, by, 'promo.removed', id, { before: { ...before } })
  })

async function requirePicture(tx: Context, id: string): Promise<void> {
  if (!(await readyPictures(tx, [`picture:${id}`])).has(id)) refuseField('PICTURE_NOT_READY', 'imageId')
}

/** In the log, and to whoever keeps pages on which it may stand. */
async function told(
  tx: Context,
  { staff, requestId }: By,
  action: string,
  id: string,
  what: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  await audit(tx, staff, requestId, { action, target: { type: 'promo', id }, ...what })
  await publish(tx, 'promo.changed', { id })
}

addFileKeeper(async (ctx, ids) => (await store.heldAmong(ctx, ids)).map(({ id }) => id))

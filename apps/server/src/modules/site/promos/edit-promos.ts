import type { AuditActionOf } from '@fanlight/contract/audit-actions'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuseField, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { addFileReferences } from '../../media/vault/deletion.ts'
import { readyImages } from '../settings/images.ts'
import { forStaff } from './list-promos.ts'
import * as store from './store.ts'
import { promoChanged } from './events.ts'

interface By {
  staff: SignedIn
  requestId: string
}

export const make = (ctx: Context, by: By, input: store.NewPromo) =>
  ctx.transaction(async (tx) => {
    await requireImage(tx, input.imageId)
    const made = await store.insert(tx, input, by.staff.id)
    await recordChange(tx, by, 'promo.made', made.id, { after: { ...input } })
    return forStaff(tx, made)
  })

export const change = (ctx: Context, by: By, id: string, input: store.NewPromo) =>
  ctx.transaction(async (tx) => {
    const before = await store.locked(tx, id)
    refuseIf(!before, 'NOT_FOUND')
    await requireImage(tx, input.imageId)
    const changed = await store.update(tx, id, input, by.staff.id)
    await recordChange(tx, by, 'promo.changed', id, { before: { ...before }, after: { ...input } })
    return forStaff(tx, changed)
  })

export const remove = (ctx: Context, by: By, id: string) =>
  ctx.transaction(async (tx) => {
    const before = await store.locked(tx, id)
    refuseIf(!before, 'NOT_FOUND')
    await store.remove(tx, id)
    await recordChange(tx, by, 'promo.removed', id, { before: { ...before } })
  })

async function requireImage(tx: Context, id: string): Promise<void> {
  if (!(await readyImages(tx, [`image:${id}`])).has(id)) refuseField('IMAGE_NOT_READY', 'imageId')
}

/** Writes the audit log entry and publishes the event that invalidates cached pages with promos. */
async function recordChange(
  tx: Context,
  { staff, requestId }: By,
  action: `promo.${AuditActionOf<'promo'>}`,
  id: string,
  what: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  await audit(tx, staff, requestId, { action, target: { type: 'promo', id }, ...what })
  await publish(tx, promoChanged, { id })
}

addFileReferences(async (ctx, ids) => (await store.referencedAmong(ctx, ids)).map(({ id }) => id))
